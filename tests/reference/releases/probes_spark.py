"""Spark: the evaluator is asked by a small Java program, which runs with the jars of every version on Java 17.

Two old parts that fail on Java 17 are replaced, neither of which computes anything: up to 2.4 the cleaner of closures,
and in 3.0 and 3.1 the library of Scala 2.12, which is taken from the archive of 3.5.0 (so 3.5.0 is unpacked first).
"""

from __future__ import annotations

import subprocess

from tests.reference.releases.probe import Archive, Ask, Case, Probe

PROGRAM = """
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

public class AskSpark {
    public static void main(String[] arguments) {
        SparkSession spark = SparkSession.builder().master("local[1]").appName("ask")
            .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1").config("spark.sql.shuffle.partitions", "1").getOrCreate();
        StructType columns = new StructType().add("rawPrediction", DataTypes.DoubleType)
            .add("label", DataTypes.DoubleType).add("weight", DataTypes.DoubleType);
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) {
            int rows = Integer.parseInt(in.next());
            boolean weighted = in.next().equals("weighted");
            List<Row> list = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                Object[] row = new Object[3];
                for (int column = 0; column < 3; column++) row[column] = Double.parseDouble(in.next());
                list.add(RowFactory.create(row));
            }
            String answer;
            try {
                BinaryClassificationEvaluator ask = new BinaryClassificationEvaluator().setMetricName("areaUnderPR");
                if (weighted) ask.getClass().getMethod("setWeightCol", String.class).invoke(ask, "weight");
                answer = "" + ask.evaluate(spark.createDataFrame(list, columns));
            } catch (Throwable refusal) {
                refusal.printStackTrace();
                Throwable cause = refusal;
                while (cause.getCause() != null) cause = cause.getCause();
                answer = cause.getClass().getSimpleName();
            }
            System.out.println("ANSWER " + answer);
        }
        spark.stop();
    }
}
"""
CLEANER = """
package org.apache.spark.util;

public class ClosureCleaner$ {
    public static final ClosureCleaner$ MODULE$ = new ClosureCleaner$();

    public void clean(Object closure, boolean checkSerializable, boolean cleanTransitively) {}

    public boolean clean$default$2() { return true; }

    public boolean clean$default$3() { return true; }
}
"""
OPENED = (
    "java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio", "java.util",
    "java.util.concurrent", "java.util.concurrent.atomic", "sun.nio.ch", "sun.nio.cs", "sun.security.action",
    "sun.util.calendar",
)  # fmt: skip


def spark_area(archive: Archive) -> Ask:
    """Ask BinaryClassificationEvaluator for areaUnderPR, with the number of bins that it has by default."""
    source = archive.folder / "AskSpark.java"
    source.write_text(PROGRAM, encoding="utf-8")
    (jars,) = archive.folder.glob("*/deps/jars")
    classes = [*_replaced(archive), f"{jars}/*"]
    opened = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in OPENED]
    with (archive.folder / "log.txt").open("w", encoding="utf-8") as log:
        java = subprocess.Popen(
            ["java", *opened, "-Xmx2g", "-cp", ":".join(classes), str(source)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip

    def ask(case: Case) -> float:
        weight = case["sample_weight"]
        rows = zip(case["y_score"], case["y_true"], weight or [1] * len(case["y_true"]), strict=True)
        java.stdin.write(f"{len(case['y_true'])} {'weighted' if weight else 'plain'}\n")
        java.stdin.writelines(f"{score!r} {label} {one!r}\n" for score, label, one in rows)
        java.stdin.flush()
        for line in java.stdout:
            if line.startswith("ANSWER "):
                return float(line.split()[1])
        raise OSError("Java has ended")

    return ask


def _replaced(archive: Archive) -> list[str]:
    """Return what stands before the jars of the version in the path of classes."""
    if archive.version.startswith("2."):
        source = archive.folder / "ClosureCleaner$.java"
        source.write_text(CLEANER, encoding="utf-8")
        subprocess.run(["javac", "-d", str(archive.folder / "classes"), str(source)], check=True)
        return [str(archive.folder / "classes")]
    if archive.version.startswith(("3.0.", "3.1.")):
        (library,) = archive.folder.parent.glob("pyspark-3.5.0/*/deps/jars/scala-library-2.12.*.jar")
        return [str(library)]
    return []


PROBES = (
    Probe(
        key="spark.areaUnderPR",
        programs=("java",),
        with_archives=("3.5.0",),
        package="pyspark",
        ask=spark_area,
        versions=(("2.1.2", "2.2.3"), ("2.3.0", "2.4.8"), ("3.0.0", "3.1.3", "3.5.0", "4.0.0", "4.1.0")),
        archive="source",
        takes_weights=True,
    ),
)
