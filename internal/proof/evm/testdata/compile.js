// Rebuilds compiled.json from the .sol files beside it:
//   node compile.js DIR_WITH_solc-0.8.30_IN_node_modules
const fs = require('fs'), path = require('path');
const modules = path.join(process.argv[2], 'node_modules');
const solc = require(path.join(modules, 'solc-0.8.30/wrapper.js'))(require(path.join(modules, 'solc-0.8.30/soljson.js')));
const read = f => ({ content: fs.readFileSync(path.join(__dirname, f), 'utf8') });
const out = {};
for (const main of ['Shapes.sol', 'Cheats.sol']) {
  const sources = { [main]: read(main) };
  if (main === 'Shapes.sol') sources['Vault.sol'] = read('Vault.sol');
  const result = JSON.parse(solc.compile(JSON.stringify({
    language: 'Solidity', sources,
    settings: { optimizer: { enabled: true, runs: 1 }, metadata: { appendCBOR: false, bytecodeHash: 'none' },
      evmVersion: 'cancun', outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } } })));
  const errors = (result.errors || []).filter(e => e.severity === 'error');
  if (errors.length) throw new Error(errors.map(e => e.formattedMessage).join('\n'));
  out[main] = [];
  for (const file in result.contracts) for (const name in result.contracts[file]) {
    const c = result.contracts[file][name];
    out[main].push({ name, file, creation: c.evm.bytecode.object, abi: c.abi });
  }
}
fs.writeFileSync(path.join(__dirname, 'compiled.json'), JSON.stringify(out, null, 0).replace(/\{"name"/g, '\n{"name"') + '\n');
