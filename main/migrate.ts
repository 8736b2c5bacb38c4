import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../server/core/config.ts';
import { getDatabaseLocation, lockFolder, migrate, openDatabase } from '../server/database/index.ts';
import { migrations } from '../server/migrations/index.ts';
import { printMigration } from './print-migration.ts';

/** Migrates the database to the newest schema and exits. The server also migrates it at every start. */
const config = readConfig(process.env);
await mkdir(config.dataDir, { recursive: true });
// With SQLite, locks the data directory: a running server must not find its tables changed, and a concurrent migration would fail.
if (config.databaseUrl === null) lockFolder(join(config.dataDir, 'server.lock'));
const db = openDatabase(getDatabaseLocation(config));
const names = await migrate(db, migrations, printMigration).finally(() => db.close());
if (names.length === 0) console.log('Nothing to do');
else if (names.length === migrations.length) console.log(`Ran ${names[0]} to ${names.at(-1)}`);
