// Rebuilds compiled.json from the .sol files beside it:
//   node compile.js TOOLS
// or compiles the samples of a suite for TestSamples and the benchmarks:
//   node --stack-size=4000 compile.js TOOLS SUITE OUT_DIR
// TOOLS holds node_modules/solc-X.Y.Z, npm packages solc@X.Y.Z.
const fs = require('fs'), path = require('path');
const [tools, suite, outDir] = process.argv.slice(2);
const loaded = {};
const solc = v => loaded[v] ||= require(path.join(tools, 'node_modules/solc-0.8.30/wrapper.js'))(
  require(path.join(tools, 'node_modules/solc-' + v, 'soljson.js')));

function compile(version, sources, settings) {
  const input = { language: 'Solidity', sources: {}, settings: { ...settings,
    optimizer: { enabled: true, runs: 200, ...settings.optimizer },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences'] } } } };
  for (const f in sources) input.sources[f] = { content: sources[f] };
  const result = JSON.parse(solc(version).compile(JSON.stringify(input)));
  const errors = (result.errors || []).filter(e => e.severity === 'error');
  if (errors.length) throw new Error(errors.map(e => e.formattedMessage).join('\n'));
  const out = [];
  for (const file in result.contracts) for (const name in result.contracts[file]) {
    const { abi, evm: { bytecode } } = result.contracts[file][name], links = [];
    for (const f in bytecode.linkReferences || {}) for (const l in bytecode.linkReferences[f])
      for (const { start } of bytecode.linkReferences[f][l]) links.push({ file: f, library: l, start });
    out.push({ name, file, creation: bytecode.object.replace(/__.{36}__/g, '0'.repeat(40)), ...(links.length && { links }), abi });
  }
  return out;
}

if (!suite) {
  const out = {}, read = f => fs.readFileSync(path.join(__dirname, f), 'utf8');
  const settings = { optimizer: { runs: 1 }, metadata: { appendCBOR: false, bytecodeHash: 'none' }, evmVersion: 'cancun' };
  out['Shapes.sol'] = compile('0.8.30', { 'Shapes.sol': read('Shapes.sol'), 'Vault.sol': read('Vault.sol') }, settings);
  out['Cheats.sol'] = compile('0.8.30', { 'Cheats.sol': read('Cheats.sol') }, settings);
  fs.writeFileSync(path.join(__dirname, 'compiled.json'), JSON.stringify(out).replace(/\{"name":"[A-Z][^"]*","file"/g, '\n$&') + '\n');
  process.exit();
}

fs.mkdirSync(outDir, { recursive: true });
for (const yaml of fs.globSync ? fs.globSync(suite + '/*/*/sample.yaml') : walk(suite).filter(f => f.endsWith('/sample.yaml'))) {
  const dir = path.dirname(yaml), text = fs.readFileSync(yaml, 'utf8'), impact = text.match(/^impact:\n((?:  .*\n)+)/m)[1];
  const get = (re, from = text) => (from.match(re) || [])[1] || '';
  const source = f => fs.readFileSync(f, 'utf8').replace(/[ \t]*\/\/~[^\r\n]*/g, '');
  const main = get(/^main:\s*(\S+)/m), base = {};
  for (const f of walk(dir)) if (f.endsWith('.sol') && !f.startsWith(dir + '/fixed/')) base[path.relative(dir, f)] = source(f);
  const version = get(/^compiler:\s*"?([\d.]+)/m);
  const sample = { id: path.basename(dir), compiler: version, main, capital: get(/capital_eth:\s*(\S+)/),
    kind: get(/kind:\s*(\S+)/, impact), asset: get(/asset:\s*(\S+)/, impact), minimum: get(/minimum:\s*"?(\d+)/, impact),
    vulnerable: compile(version, base, {}), fixed: compile(version, { ...base, [main]: source(path.join(dir, 'fixed', main)) }, {}) };
  fs.writeFileSync(path.join(outDir, sample.id + '.json'), JSON.stringify(sample) + '\n');
}

function walk(dir) {
  return fs.readdirSync(dir, { withFileTypes: true }).flatMap(e => e.isDirectory() ? walk(path.join(dir, e.name)) : [path.join(dir, e.name)]);
}
