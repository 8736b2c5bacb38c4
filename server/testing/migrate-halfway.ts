// Child process that migrates the table `notes`. With `stop`, it prints 'halfway' in the middle of the migration and waits to be killed.
import { sql } from 'kysely';
import { type Migration, migrate, openDatabase } from '../database/index.ts';
import { migrations } from '../migrations/index.ts';

const { postgresUrl, file, stop } = JSON.parse(process.argv[2] ?? '') as {
	postgresUrl: string | null;
	file: string;
	stop: boolean;
};

const change: Migration = {
	name: '9001-change',
	async up({ db, int }) {
		await db.schema.alterTable('notes').addColumn('length', int).execute();
		await sql`update notes set text = 'new', length = 3 where id <= 500`.execute(db);
		await sql`delete from notes where id = 1`.execute(db);
		if (stop) {
			console.log('halfway');
			await new Promise((resolve) => setTimeout(resolve, 600_000));
		}
		await sql`update notes set text = 'new', length = 3 where id > 500`.execute(db);
		await db.schema.createIndex('notes_length').on('notes').column('length').execute();
	},
};

const db = openDatabase({ postgresUrl, file });
const names = await migrate(db, [...migrations, change]);
// Closing the last connection briefly locks SQLite's file, so the output comes after it.
await db.close();
console.log(`ran ${names}`);
