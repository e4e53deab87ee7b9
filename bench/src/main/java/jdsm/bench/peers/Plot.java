package jdsm.bench.peers;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdsm.bench.Quartiles;
import org.apache.batik.dom.GenericDOMImplementation;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.ChartTheme;

/** Draws a comparison as SVG, with a bar for each peer; by XChart and Batik. */
final class Plot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 320;
    /** Digits after the decimal point of coordinates. */
    private static final int DIGITS = 1;
    /** Ratio of the longest bar to the shortest from which the axis is logarithmic. */
    private static final double FAR_APART = 20;

    private Plot() {}

    static void write(Comparison comparison, Path file) throws IOException {
        Workload workload = comparison.workload();
        List<String> names = new ArrayList<>();
        List<Double> medians = new ArrayList<>();
        List<Double> spreads = new ArrayList<>();
        for (Peer peer : workload.peers()) {
            Quartiles quartiles = comparison.quartiles(peer.name());
            names.add(peer.name());
            medians.add(quartiles.median());
            spreads.add((quartiles.third() - quartiles.first()) / 2);
        }
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .theme(ChartTheme.XChart)
                .title(workload.name())
                .yAxisTitle(workload.unit() + (workload.isRate() ? ", more is better" : ", less is better"))
                .build();
        double least = medians.stream().mapToDouble(x -> x).min().orElseThrow();
        double most = medians.stream().mapToDouble(x -> x).max().orElseThrow();
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setAvailableSpaceFill(0.5);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setPlotGridLinesStroke(new BasicStroke(0.5f)); // dashes would be separate lines
        if (most > FAR_APART * least) {
            chart.getStyler().setYAxisLogarithmic(true);
            chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))));
            chart.addSeries(workload.name(), names, medians);
        } else {
            chart.getStyler().setYAxisMin(0.0);
            chart.addSeries(workload.name(), names, medians, spreads);
        }
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(GenericDOMImplementation.getDOMImplementation()
                .createDocument("http://www.w3.org/2000/svg", "svg", null));
        context.setPrecision(DIGITS);
        context.setComment("XChart, Apache Batik");
        SVGGraphics2D graphics = new SVGGraphics2D(context, false);
        graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
        chart.paint(graphics, WIDTH, HEIGHT);
        try (Writer writer = Files.newBufferedWriter(file)) {
            graphics.stream(writer, true);
        }
    }
}
