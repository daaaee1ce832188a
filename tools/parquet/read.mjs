// Prints the rows of a Parquet file as JSON lines, and its schema first.
import { readFileSync } from 'node:fs'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const bytes = readFileSync(process.argv[2])
const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
const say = value => console.log(JSON.stringify(value, (_, v) => typeof v === 'bigint' ? Number(v) : v))
say(parquetMetadata(file).schema.slice(1).map(({ name, type, converted_type }) => ({ name, type, converted_type })))
for (const row of await parquetReadObjects({ file, compressors })) say(row)
