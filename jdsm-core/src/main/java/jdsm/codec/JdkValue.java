package jdsm.codec;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.math.MathContext;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import jdsm.runtime.Values;

/**
 * Immutable classes of the JDK whose objects travel as values, besides those that {@link ValueCodec} knows itself. Their
 * {@code equals} compares contents and their {@code hashCode} is the same in each JVM. The code of each stands in the
 * encoding and never changes.
 */
enum JdkValue {
    UNIQUE_ID(
            0,
            UUID.class,
            (id, out) -> {
                out.writeLong(id.getMostSignificantBits());
                out.writeLong(id.getLeastSignificantBits());
            },
            in -> new UUID(in.readLong(), in.readLong())),
    OPTIONAL_INT(
            1,
            OptionalInt.class,
            (optional, out) -> {
                out.writeBoolean(optional.isPresent());
                out.writeInt(optional.orElse(0));
            },
            in -> present(in) ? OptionalInt.of(in.readInt()) : skipped(in.readInt(), OptionalInt.empty())),
    OPTIONAL_LONG(
            2,
            OptionalLong.class,
            (optional, out) -> {
                out.writeBoolean(optional.isPresent());
                out.writeLong(optional.orElse(0));
            },
            in -> present(in) ? OptionalLong.of(in.readLong()) : skipped(in.readLong(), OptionalLong.empty())),
    OPTIONAL_DOUBLE(
            3,
            OptionalDouble.class,
            (optional, out) -> {
                out.writeBoolean(optional.isPresent());
                out.writeLong(Double.doubleToRawLongBits(optional.orElse(0)));
            },
            in -> present(in)
                    ? OptionalDouble.of(Double.longBitsToDouble(in.readLong()))
                    : skipped(in.readLong(), OptionalDouble.empty())),
    INSTANT(
            4,
            Instant.class,
            (instant, out) -> {
                out.writeLong(instant.getEpochSecond());
                out.writeInt(instant.getNano());
            },
            in -> Instant.ofEpochSecond(in.readLong(), in.readInt())),
    DURATION(
            5,
            Duration.class,
            (duration, out) -> {
                out.writeLong(duration.getSeconds());
                out.writeInt(duration.getNano());
            },
            in -> Duration.ofSeconds(in.readLong(), in.readInt())),
    PERIOD(
            6,
            Period.class,
            (period, out) -> {
                out.writeInt(period.getYears());
                out.writeInt(period.getMonths());
                out.writeInt(period.getDays());
            },
            in -> Period.of(in.readInt(), in.readInt(), in.readInt())),
    LOCAL_DATE(7, LocalDate.class, JdkValue::write, JdkValue::date),
    LOCAL_TIME(8, LocalTime.class, JdkValue::write, JdkValue::time),
    LOCAL_DATE_TIME(9, LocalDateTime.class, JdkValue::write, JdkValue::dateTime),
    ZONE_OFFSET(10, ZoneOffset.class, JdkValue::write, JdkValue::offset),
    ZONE_REGION(11, Values.zoneRegion().asSubclass(ZoneId.class), JdkValue::write, JdkValue::zone),
    OFFSET_TIME(
            12,
            OffsetTime.class,
            (time, out) -> {
                write(time.toLocalTime(), out);
                write(time.getOffset(), out);
            },
            in -> OffsetTime.of(time(in), offset(in))),
    OFFSET_DATE_TIME(
            13,
            OffsetDateTime.class,
            (time, out) -> {
                write(time.toLocalDateTime(), out);
                write(time.getOffset(), out);
            },
            in -> OffsetDateTime.of(dateTime(in), offset(in))),
    ZONED_DATE_TIME(
            14,
            ZonedDateTime.class,
            (time, out) -> {
                write(time.toLocalDateTime(), out);
                write(time.getOffset(), out);
                write(time.getZone(), out);
            },
            in -> ZonedDateTime.ofInstant(dateTime(in), offset(in), zone(in))),
    YEAR(15, Year.class, (year, out) -> out.writeInt(year.getValue()), in -> Year.of(in.readInt())),
    YEAR_MONTH(
            16,
            YearMonth.class,
            (month, out) -> {
                out.writeInt(month.getYear());
                out.writeByte(month.getMonthValue());
            },
            in -> YearMonth.of(in.readInt(), in.readByte())),
    MONTH_DAY(
            17,
            MonthDay.class,
            (day, out) -> {
                out.writeByte(day.getMonthValue());
                out.writeByte(day.getDayOfMonth());
            },
            in -> MonthDay.of(in.readByte(), in.readByte())),
    LOCALE(18, Locale.class, JdkValue::write, in -> Locale.forLanguageTag(ValueCodec.readText(in))),
    URI_REFERENCE(19, URI.class, JdkValue::write, in -> URI.create(ValueCodec.readText(in))),
    CURRENCY(
            20,
            Currency.class,
            (currency, out) -> ValueCodec.writeText(currency.getCurrencyCode(), out),
            in -> Currency.getInstance(ValueCodec.readText(in))),
    MATH_CONTEXT(
            21,
            MathContext.class,
            (context, out) -> ValueCodec.writeText(context.toString(), out),
            in -> new MathContext(ValueCodec.readText(in))),
    FILE(
            22,
            File.class,
            (file, out) -> ValueCodec.writeText(file.getPath(), out),
            in -> new File(ValueCodec.readText(in))),
    FILE_PATH(23, Values.path().asSubclass(Path.class), JdkValue::write, JdkValue::readPath);

    private interface Writer<T> {
        void write(T value, DataOutputStream out) throws IOException;
    }

    private interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }

    private static final Map<Class<?>, JdkValue> BY_TYPE = new HashMap<>();
    private static final JdkValue[] BY_CODE = new JdkValue[values().length];

    static {
        for (JdkValue each : values()) {
            BY_TYPE.put(each.type, each);
            BY_CODE[each.code] = each;
        }
    }

    private final int code;
    private final Class<?> type;
    private final Writer<Object> writer;
    private final Reader<?> reader;

    @SuppressWarnings("unchecked")
    <T> JdkValue(int code, Class<? extends T> type, Writer<T> writer, Reader<? extends T> reader) {
        this.code = code;
        this.type = type;
        this.writer = (Writer<Object>) writer;
        this.reader = reader;
    }

    /** The sort of a value by its class; null if it is none of these. */
    static JdkValue of(Class<?> type) {
        return BY_TYPE.get(type);
    }

    /** @throws CodecException if no sort of value has the code */
    static JdkValue of(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new CodecException("a malformed value: no value of the JDK has code " + code);
        }
        return BY_CODE[code];
    }

    Class<?> type() {
        return type;
    }

    /** @throws CannotTravelException if the value's text does not stand for it */
    void write(Object value, DataOutputStream out) throws IOException {
        out.writeByte(code);
        writer.write(value, out);
    }

    /** Reads what {@link #write} has written behind the code. */
    Object read(DataInputStream in) throws IOException {
        return reader.read(in);
    }

    private static boolean present(DataInputStream in) throws IOException {
        return in.readBoolean();
    }

    private static <T> T skipped(long unused, T value) {
        if (unused != 0) {
            throw new CodecException("a malformed value: " + unused + " where there is nothing");
        }
        return value;
    }

    private static void write(LocalDate date, DataOutputStream out) throws IOException {
        out.writeLong(date.toEpochDay());
    }

    private static LocalDate date(DataInputStream in) throws IOException {
        return LocalDate.ofEpochDay(in.readLong());
    }

    private static void write(LocalTime time, DataOutputStream out) throws IOException {
        out.writeLong(time.toNanoOfDay());
    }

    private static LocalTime time(DataInputStream in) throws IOException {
        return LocalTime.ofNanoOfDay(in.readLong());
    }

    private static void write(LocalDateTime time, DataOutputStream out) throws IOException {
        write(time.toLocalDate(), out);
        write(time.toLocalTime(), out);
    }

    private static LocalDateTime dateTime(DataInputStream in) throws IOException {
        return LocalDateTime.of(date(in), time(in));
    }

    private static void write(ZoneOffset offset, DataOutputStream out) throws IOException {
        out.writeInt(offset.getTotalSeconds());
    }

    private static ZoneOffset offset(DataInputStream in) throws IOException {
        return ZoneOffset.ofTotalSeconds(in.readInt());
    }

    private static void write(ZoneId zone, DataOutputStream out) throws IOException {
        ValueCodec.writeText(zone.getId(), out);
    }

    private static ZoneId zone(DataInputStream in) throws IOException {
        return ZoneId.of(ValueCodec.readText(in));
    }

    private static void write(Locale locale, DataOutputStream out) throws IOException {
        String tag = locale.toLanguageTag();
        requireExact(locale, Locale.forLanguageTag(tag));
        ValueCodec.writeText(tag, out);
    }

    private static void write(URI uri, DataOutputStream out) throws IOException {
        requireExact(uri, URI.create(uri.toString()));
        ValueCodec.writeText(uri.toString(), out);
    }

    private static void write(Path path, DataOutputStream out) throws IOException {
        requireExact(path, read(path.toString()));
        ValueCodec.writeText(path.toString(), out);
    }

    private static Path readPath(DataInputStream in) throws IOException {
        String text = ValueCodec.readText(in);
        Path path = read(text);
        if (path == null) {
            throw new CodecException(
                    "path '" + text + "', which the characters of this rank's file names do not have: let all"
                            + " ranks run in one locale, such as LC_ALL=C.UTF-8");
        }
        return path;
    }

    /** The path with a text; null where the characters of this JVM's file names do not have it. */
    private static Path read(String path) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static void requireExact(Object value, Object read) {
        if (!value.equals(read)) {
            throw new CannotTravelException(
                    value.getClass().getName() + " '" + value + "' cannot travel: its standard text stands for '" + read
                            + "'; use a well-formed one",
                    value);
        }
    }
}
