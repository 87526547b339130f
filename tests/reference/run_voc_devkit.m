% Asks the MATLAB code of the PASCAL VOC development kit for its average precision on every case.
%
% Run from the root of the checkout, with the folder VOCcode of one development kit:
%   VOCCODE=/path/to/VOCcode KIT=2007 TOOL=VOC2007 octave-cli --no-gui tests/reference/run_voc_devkit.m > values.tsv
% Each case is a classification problem: an image a row, named 2008_000001 and so on (the kit of 2012
% hashes the digits), the label 1 or -1, the score as its confidence.

1;

function ap = asked(folder, rows)
  options.testset = "test";
  options.clsimgsetpath = [folder "/%s_%s_truth.txt"];
  options.clsrespath = [folder "/%s_%s_found.txt"];
  names = arrayfun(@(i) sprintf("2008_%06d", i), (1:numel(rows.y_true))', "UniformOutput", false);
  truth = fopen([folder "/case_test_truth.txt"], "w");
  found = fopen([folder "/one_case_found.txt"], "w");
  for i = 1:numel(names)
    fprintf(truth, "%s %d\n", names{i}, 2 * rows.y_true(i) - 1);
    fprintf(found, "%s %.17g\n", names{i}, rows.y_score(i));
  end
  fclose(truth);
  fclose(found);
  [~, ~, ap] = VOCevalcls(options, "one", "case", false);
end

warning("off", "all");
addpath(getenv("VOCCODE"));
folder = tempname();
mkdir(folder);
printf("version\t%s\tVOCcode of %s in Octave %s\n", getenv("TOOL"), getenv("KIT"), version());
for stored = {"toy_values.json", "cases.json"}
  cases = jsondecode(fileread(["tests/reference/" stored{1}]));
  for case_name = fieldnames(cases)'
    rows = cases.(case_name{1});
    if isfield(rows, "sample_weight")
      answer = "refused: takes no weights";
    else
      try
        answer = sprintf("%.17g", asked(folder, rows));
      catch refusal
        answer = ["refused: " refusal.message];
      end
    end
    printf("%s\t%s\t%s\n", case_name{1}, getenv("TOOL"), answer);
  end
end
confirm_recursive_rmdir(false);
rmdir(folder, "s");
