// Reads a citation file as those who cite do, and prints it for BibTeX.
const { readFileSync } = require('fs')
const { Cite } = require('@citation-js/core')
require('@citation-js/plugin-cff')
require('@citation-js/plugin-bibtex')

const text = new Cite(readFileSync(process.argv[2], 'utf8')).format('bibtex')
if (!/author = /.test(text) || !/title = /.test(text)) throw new Error(`no author or title:\n${text}`)
console.log(text)
