import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../http/index.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { AuditTables } from './tables.ts';

const admin: Actor = {
	accountId: 1,
	userName: 'admin',
	role: 'admin',
	sessionId: 1,
	mustChangePassword: false,
	isPendingDeletion: false,
	scopes: null,
};
let server: TestServer;

describeOnBothEngines('audit log', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());

	const log = () => server.db.tables<AuditTables>();
	const write = (reason: string) =>
		server.db.transaction((tx) =>
			server.accounts.writeAudit(tx, admin, { action: 'ad.hide', target: { kind: 'ad', id: 7 }, reason }),
		);

	test('stores the actor, action, target and reason', async () => {
		await write('A copy of another shop');
		expect(await log().selectFrom('audit_log').selectAll().execute()).toMatchObject([
			{ user_name: 'admin', action: 'ad.hide', target_kind: 'ad', target_id: 7, reason: 'A copy of another shop' },
		]);
	});

	test('is append-only', async () => {
		await write('Once more');
		await expect(log().updateTable('audit_log').set({ reason: '' }).execute()).rejects.toThrow(/append-only/);
		await expect(log().deleteFrom('audit_log').execute()).rejects.toThrow(/append-only/);
		expect((await log().selectFrom('audit_log').selectAll().execute()).length).toBeGreaterThan(1);
	});

	test('is rolled back with the failed action', async () => {
		const before = await log().selectFrom('audit_log').selectAll().execute();
		const failing = server.db.transaction(async (tx) => {
			await server.accounts.writeAudit(tx, admin, { action: 'ad.hide', target: null });
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		expect(await log().selectFrom('audit_log').selectAll().execute()).toEqual(before);
	});
});
