// A solc for forge and for analysers: answers --version, --standard-json and --combined-json with one of
// the compilers of tools/solc. Usage: node solc-shim.js <version> [solc's own arguments]
"use strict";
const path = require("path");
const modules = path.join(__dirname, "..", "solc", "node_modules");
const [version, ...args] = process.argv.slice(2);
const wrapper = require(path.join(modules, "solc", "wrapper"));
const solc = wrapper(require(path.join(modules, "solc-" + version, "soljson.js")));
process.removeAllListeners("uncaughtException");
process.removeAllListeners("unhandledRejection");
if (args.includes("--version")) {
  console.log("solc, the solidity compiler commandline interface\nVersion: " + solc.version().replace(/\.Emscripten\.clang$/, ".Linux.g++"));
} else if (args.includes("--standard-json")) {
  process.stdout.write(solc.compile(require("fs").readFileSync(0, "utf8"), { import: beside }));
} else if (args.includes("--combined-json")) {
  combine(args.filter((a, i) => a.endsWith(".sol") && args[i - 1] !== "--allow-paths"));
} else {
  console.error("this solc answers --version, --standard-json and --combined-json only");
  process.exit(1);
}

// Returns a file that is imported, or named by its path.
function beside(path) {
  try {
    return { contents: require("fs").readFileSync(path, "utf8") };
  } catch (e) {
    return { error: e.message };
  }
}

// Compiles files with those that they import beside them, and prints what solc --combined-json prints.
function combine(files) {
  const sources = {};
  for (const f of files) sources[f] = { content: require("fs").readFileSync(f, "utf8") };
  const code = (c) => [c.object, c.sourceMap];
  const outputSelection = { "*": { "": ["ast"], "*": ["abi", "devdoc", "userdoc", "evm.bytecode", "evm.deployedBytecode", "evm.methodIdentifiers"] } };
  const out = JSON.parse(solc.compile(JSON.stringify({ language: "Solidity", sources, settings: { outputSelection } }),
    { import: beside }));
  for (const e of out.errors || []) console.error(e.formattedMessage);
  if ((out.errors || []).some((e) => e.severity === "error")) process.exit(1);
  const contracts = {};
  for (const [file, named] of Object.entries(out.contracts || {})) {
    for (const [name, c] of Object.entries(named)) {
      const [bin, srcmap] = code(c.evm.bytecode), [runtime, map] = code(c.evm.deployedBytecode);
      contracts[file + ":" + name] = { abi: c.abi, bin, srcmap, "bin-runtime": runtime, "srcmap-runtime": map,
        devdoc: c.devdoc, userdoc: c.userdoc, hashes: c.evm.methodIdentifiers };
    }
  }
  const ast = Object.fromEntries(Object.entries(out.sources).map(([f, x]) => [f, { AST: x.ast }]));
  console.log(JSON.stringify({ contracts, sources: ast, sourceList: Object.keys(out.sources), version: solc.version() }));
}
