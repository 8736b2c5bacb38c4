import { expect, test } from 'vitest';
import { assertNotOlder } from './database-copy.ts';

const debian = 'pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)';

test('accepts a client as new as the server, or newer', () => {
	assertNotOlder(debian, 150_014);
	assertNotOlder(debian, 140_019);
	assertNotOlder('pg_dump (PostgreSQL) 18beta1', 170_006);
});

test('rejects an older client in one sentence that says what to install', () => {
	expect(() => assertNotOlder(debian, 170_006)).toThrow(
		/^pg_dump 15 is older than the server, PostgreSQL 17: install postgresql-client-17/,
	);
});
