import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations } from '../server/migrations/index.ts';
import { readConfig } from '../server/platform/config.ts';
import { lockFolder, migrate, openDatabase } from '../server/platform/database/index.ts';

/** Migrates the database to the newest schema and exits. The server also does this when it starts. */
const config = readConfig(process.env);
await mkdir(config.dataDir, { recursive: true });
// Locks SQLite, because a running server must not find its tables changed, and concurrent migrations would fail.
if (config.databaseUrl === null) lockFolder(join(config.dataDir, 'server.lock'));
const db = openDatabase({ postgresUrl: config.databaseUrl, file: join(config.dataDir, 'kasuwa.sqlite') });
const names = await migrate(db, migrations).finally(() => db.close());
console.log(names.length > 0 ? `Ran ${names.join(', ')}` : 'Nothing to do');
