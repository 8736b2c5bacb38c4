import type { MigrationObserver } from '../server/database/index.ts';

/** Prints a line for people about a migration that ran. */
export const printMigration: MigrationObserver = ({ name, milliseconds }) => {
	console.log(`  Ran the migration ${name} in ${(milliseconds / 1000).toFixed(2)} s`);
};
