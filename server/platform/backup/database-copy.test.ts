import { expect, test } from 'vitest';
import { assertClientNotOlder } from './database-copy.ts';

const debian = 'pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)';

test('accepts a client of the same or a newer version than the server', () => {
	expect(() => assertClientNotOlder(debian, 150_014)).not.toThrow();
	expect(() => assertClientNotOlder(debian, 140_019)).not.toThrow();
	expect(() => assertClientNotOlder('pg_dump (PostgreSQL) 18beta1', 170_006)).not.toThrow();
});

test('rejects an older client and names the package to install', () => {
	expect(() => assertClientNotOlder(debian, 170_006)).toThrow(
		/^pg_dump 15 is older than the server, PostgreSQL 17: install postgresql-client-17/,
	);
});
