# Sourced by run and compare: finds Java, builds what is missing or older than its sources. Sets root, bench, java, flags.
fail() {
    printf 'bench: %s\n' "$1" >&2
    exit 1
}

root=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
bench=$root/bench/target
stamp=$bench/run.stamp

if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it"
else
    java=$(command -v java) || fail "no java found: set JAVA_HOME, or put java (17 or newer) on the PATH"
fi

is_current() {
    [ -e "$stamp" ] && [ -e "$bench/jdsm-bench.jar" ] || return 1
    [ -z "$(cd "$root" && find pom.xml ./*/pom.xml ./*/src/main ./jdsm-core/verify/{pom.xml,src/main} -newer "$stamp" -print | head -n 1)" ]
}

# The start script builds the distribution if need be.
"$root/jdsm" --version >/dev/null || fail "the distribution cannot be built"
if ! is_current; then
    command -v mvn >/dev/null || fail "there is no mvn on the PATH to build with"
    echo "bench: building (log: $bench/build.log)" >&2
    mkdir -p "$bench"
    touch "$stamp.new"
    (cd "$root" && mvn -q -B -Dmaven.test.skip=true -pl bench -am package) >"$bench/build.log" 2>&1 </dev/null \
        || { cat "$bench/build.log" >&2; fail "the build failed"; }
    mv -f "$stamp.new" "$stamp"
fi

flags=(-Xmx256m -XX:+UseSerialGC -XX:-UsePerfData)
version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.specification\.version = //p')
if [ "${version%%.*}" -ge 24 ]; then
    flags+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
fi
