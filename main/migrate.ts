import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations } from '../server/migrations/index.ts';
import { readConfig } from '../server/platform/config.ts';
import { migrate, openDatabase } from '../server/platform/database/index.ts';

/** Brings the database to the newest schema and ends. The server does this by itself at its start, too. */
const config = readConfig(process.env);
await mkdir(config.dataDir, { recursive: true });
const db = openDatabase({ postgresUrl: config.databaseUrl, file: join(config.dataDir, 'kasuwa.sqlite') });
const names = await migrate(db, migrations).finally(() => db.close());
console.log(names.length > 0 ? `Ran ${names.join(', ')}` : 'Nothing to do');
