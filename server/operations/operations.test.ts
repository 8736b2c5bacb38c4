import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as operationLimits from '../../contract/operations/limits.ts';
import { addComment } from '../comments/index.ts';
import type { EnrollmentTables } from '../enrollments/tables.ts';
import { addFollows } from '../follows/index.ts';
import type { Actor } from '../http/index.ts';
import { requestVerification } from '../testing/business-documents.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, postPictureAd, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedEnrollment } from '../testing/seed-enrollments.ts';
import { seedFailedJob } from '../testing/seed-failed-job.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

const minute = 60_000;
const hour = 60 * minute;

let server: TestServer;
let clock: FakeClock;
let admin: TestPerson;
let seller: TestPerson;

async function makeAdmin(person: TestPerson): Promise<TestPerson> {
	const accounts = server.db.tables<{ accounts: { id: number; role: string } }>();
	await accounts.updateTable('accounts').set({ role: 'admin' }).where('id', '=', person.session.id).execute();
	return person;
}

const listAuditActions = async () =>
	(await admin.client.listAudit({ query: {} })).items.map(({ action, reason }) => [action, reason]);

describeOnBothEngines('operations', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock(Date.UTC(2026, 5, 15, 12));
		server = await startTestServer({ engine, clock });
		admin = await makeAdmin(await signUp(server, 'ada_admin'));
		seller = await signUp(server, 'bola_lamps');
	});
	afterAll(() => server.close());

	test('returns site statistics for every day of the last thirty', async () => {
		await postPictureAd(seller);
		await seller.client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } });
		const { accounts, ads, posts, uploads, jobs, process: processStats, disk } = await admin.client.getFigures();
		expect(accounts).toMatchObject({ all: 2, verified: 0, suspended: 0, deleted: 0 });
		expect(accounts.by_day).toHaveLength(limits.insightDays);
		expect(accounts.by_day.at(-1)).toEqual({ day: '2026-06-15', count: 2 });
		expect(accounts.by_day[0]).toEqual({ day: '2026-05-17', count: 0 });
		expect(ads).toMatchObject({ shown: 1, sold: 0, hidden: 0, videos: 0 });
		expect(posts).toMatchObject({ shown: 1, tweets: 1, talks: 0, pictures: 0 });
		expect(uploads).toMatchObject({ pictures: 1, videos: 0, processing: 0, failed: 0 });
		expect(uploads.bytes).toBeGreaterThan(0);
		expect(uploads.by_day.at(-1)?.count).toBe(1);
		expect(jobs.failed).toBe(0);
		expect(processStats.memory_bytes).toBeGreaterThan(1_000_000);
		expect(disk?.all_bytes).toBeGreaterThan(disk?.free_bytes ?? 0);
	});

	describe('account list', () => {
		const names = async (query: Parameters<typeof admin.client.listUsers>[0]['query']) =>
			(await admin.client.listUsers({ query })).items.map((item) => item.user_name);

		test('lists accounts newest first, page by page', async () => {
			await signUp(server, 'chidi_phones');
			const first = await admin.client.listUsers({ query: { limit: 2 } });
			expect(first.items.map((item) => item.user_name)).toEqual(['chidi_phones', 'bola_lamps']);
			const second = await admin.client.listUsers({ query: { limit: 2, cursor: first.next_cursor ?? '' } });
			expect(second).toMatchObject({ items: [{ user_name: 'ada_admin', role: 'admin' }], next_cursor: null });
		});

		test('filters by state and by part of a name or email, and escapes wildcards', async () => {
			expect(await names({ q: 'LAMPS' })).toEqual(['bola_lamps']);
			expect(await names({ q: 'chidi_phones@example' })).toEqual(['chidi_phones']);
			expect(await names({ q: 'a%s' })).toEqual([]);
			expect(await names({ q: 'o\\' })).toEqual([]);
			expect(await names({ state: 'admin' })).toEqual(['ada_admin']);
			expect(await names({ state: 'suspended' })).toEqual([]);
			expect(await names({ state: 'unverified', q: 'bola' })).toEqual(['bola_lamps']);
		});

		test('includes the number of ads, the last visit and the suspension that can be lifted', async () => {
			const [before] = (await admin.client.listUsers({ query: { q: 'bola' } })).items;
			expect(before).toMatchObject({
				ads: 1,
				email: 'bola_lamps@example.com',
				email_verified: false,
				suspension: null,
			});
			expect(before?.seen_at).not.toBeNull();
			const params = { id: String(seller.session.id) };
			const suspended = await admin.client.suspendUser({ params, body: { reason: 'Asked for money first', days: 3 } });
			const [row] = (await admin.client.listUsers({ query: { state: 'suspended' } })).items;
			expect(row).toMatchObject({
				user_name: 'bola_lamps',
				seen_at: null,
				suspension: { until: suspended.until, decision_id: suspended.id },
			});
			await admin.client.liftDecision({ params: { id: String(suspended.id) }, body: { reason: 'A mistake' } });
			expect((await admin.client.listUsers({ query: { q: 'bola' } })).items[0]?.suspension).toBeNull();
		});

		test('rejects callers who are not administrators, and invalid cursors', async () => {
			const other = await signUp(server);
			await expect(other.client.listUsers({ query: {} })).rejects.toMatchObject({ status: 403 });
			await expect(createApiClient(server).listUsers({ query: {} })).rejects.toMatchObject({ status: 401 });
			await expect(admin.client.listUsers({ query: { cursor: 'nonsense' } })).rejects.toMatchObject({ status: 422 });
		});
	});

	describe('notice', () => {
		const getNotice = async () => (await createApiClient(server).getNotice()).notice;
		const publish = (text: string, more: { path?: string; hours?: number } = {}) =>
			admin.client.publishNotice({ body: { text, hours: 2, ...more } });

		test('shows one notice at a time, until it expires or is ended', async () => {
			expect(await getNotice()).toBeNull();
			await publish('Closed on Sunday.');
			const { id } = await publish('Open again.', { path: '/learning' });
			expect(await getNotice()).toEqual({
				id,
				text: 'Open again.',
				path: '/learning',
				ends_at: new Date(clock.now() + 2 * hour).toISOString(),
			});
			clock.advance(2 * hour);
			expect(await getNotice()).toBeNull();
			await publish('Once more.');
			await admin.client.endNotice();
			await admin.client.endNotice();
			expect(await getNotice()).toBeNull();
			expect((await listAuditActions()).slice(0, 3)).toEqual([
				['notice.end', ''],
				['notice.publish', 'Once more.'],
				['notice.publish', 'Open again.'],
			]);
		});

		test.each([
			['no text', { text: ' ', hours: 1 }, 'text'],
			['text that is too long', { text: 'x'.repeat(281), hours: 1 }, 'text'],
			['a link to another site', { text: 'a', path: 'https://evil.example', hours: 1 }, 'path'],
			['a protocol-relative link', { text: 'a', path: '//evil.example', hours: 1 }, 'path'],
			['a javascript: link', { text: 'a', path: 'javascript:alert(1)', hours: 1 }, 'path'],
			['a duration that is too long', { text: 'a', hours: 1_000_000 }, 'hours'],
		])('rejects %s', async (_, body, field) => {
			await expect(admin.client.publishNotice({ body })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { [field]: expect.any(String) } },
			});
		});
	});

	test('lists a failed job, retries it and writes an audit entry', async () => {
		await seedFailedJob(server, { name: 'media.remove', data: { public_id: 'x' }, error: 'No disk' });
		const { items } = await admin.client.listFailedJobs();
		expect(items).toMatchObject([{ name: 'media.remove', tries: 10, error: 'No disk' }]);
		await admin.client.retryJob({ params: { id: items[0]?.id ?? '' } });
		expect((await admin.client.listFailedJobs()).items).toEqual([]);
		const again = admin.client.retryJob({ params: { id: items[0]?.id ?? '' } });
		await expect(again).rejects.toMatchObject({ status: 404 });
		expect((await listAuditActions())[0]?.[0]).toBe('job.retry');
	});

	test('deletes a failed job and writes an audit entry', async () => {
		const id = await seedFailedJob(server, { name: 'media.remove', data: { public_id: 'y' }, error: 'No disk' });
		await admin.client.deleteJob({ params: { id } });
		expect((await admin.client.listFailedJobs()).items).toEqual([]);
		await expect(admin.client.deleteJob({ params: { id } })).rejects.toMatchObject({ status: 404 });
		expect((await listAuditActions())[0]).toEqual(['job.delete', 'media.remove']);
	});

	describe('waiting work', () => {
		const nothing = { count: 0, since: null };
		const none = {
			proofs: nothing,
			requests: nothing,
			payments: nothing,
			reports: nothing,
			verifications: nothing,
			legal_requests: nothing,
			breaches: nothing,
			failed_jobs: nothing,
			backups: nothing,
		};
		const getWaiting = () => admin.client.getWaiting();
		const now = () => new Date(clock.now()).toISOString();

		test('counts open cases, and gives the time of the oldest', async () => {
			expect(await getWaiting()).toEqual(none);
			const owner = await signUp(server);
			const first = await seedAd(server, owner);
			const reporters = [await signUp(server), await signUp(server)];
			const since = now();
			for (const { client } of reporters) {
				await client.report({ body: { target: { kind: 'ad', id: first }, reason: 'scam' } });
				clock.advance(minute);
			}
			await reporters[0]?.client.report({
				body: { target: { kind: 'ad', id: await seedAd(server, owner) }, reason: 'spam' },
			});
			// Two reports about one ad are one case.
			expect(await getWaiting()).toEqual({ ...none, reports: { count: 2, since } });
			for (const { id } of (await admin.client.listReports({ query: {} })).items) {
				await admin.client.decideReports({ params: { id: String(id) }, body: { decision: 'hide', reason: 'No.' } });
			}
			expect(await getWaiting()).toEqual(none);

			// An appeal opens the case of its target again.
			const [decision] = (await owner.client.listMyDecisions({ query: {} })).items;
			clock.advance(minute);
			await owner.client.appeal({ params: { key: decision?.key ?? '' }, body: { text: 'Look again.' } });
			expect((await getWaiting()).reports).toEqual({ count: 1, since: now() });
			await admin.client.upholdDecision({ params: { id: String(decision?.id) }, body: { reason: 'It stays.' } });
			expect(await getWaiting()).toEqual(none);
		});

		test('counts pending verifications', async () => {
			const owner = await signUp(server);
			const since = now();
			const id = await requestVerification(server, owner);
			expect(await getWaiting()).toEqual({ ...none, verifications: { count: 1, since } });
			await admin.client.decideVerificationRequest({
				params: { id: String(id) },
				body: { decision: 'reject', reason: 'We cannot read it.' },
			});
			expect(await getWaiting()).toEqual(none);
		});

		test('counts requests that an administrator has to answer, and flagged payments', async () => {
			const since = now();
			const { number } = await seedEnrollment(server);
			expect(await getWaiting()).toEqual({ ...none, requests: { count: 1, since } });
			clock.advance(minute);
			const params = { id: String(number) };
			await admin.client.updateEnrollment({ params, body: { action: 'ask_payment' } });
			expect(await getWaiting()).toEqual(none);
			await server.db
				.tables<EnrollmentTables>()
				.updateTable('enrollments')
				.set({ attention: 'NGN 1 was paid.' })
				.where('id', '=', number)
				.execute();
			expect(await getWaiting()).toEqual({ ...none, payments: { count: 1, since: now() } });
			await admin.client.updateEnrollment({ params, body: { note: 'Called.' } });
			expect(await getWaiting()).toEqual(none);
		});

		test('counts failed jobs, and stops at one more than the limit', async () => {
			for (let index = 0; index < operationLimits.waitingItems + 2; index += 1) {
				await seedFailedJob(server, { name: 'media.remove', data: { public_id: `z${index}` }, error: 'No disk' });
			}
			const { failed_jobs } = await getWaiting();
			expect(failed_jobs.count).toBe(operationLimits.waitingItems + 1);
			expect(Date.parse(failed_jobs.since ?? '')).toBeGreaterThan(Date.now() - hour);
		});
	});

	test('removes sample content from the database, feed, search and counts in one action', async () => {
		const sample = await server.db.transaction((tx) =>
			server.accounts.add(tx, {
				user_name: 'sample_musa',
				display_name: 'Musa',
				email: 'musa@sample.invalid',
				email_key: 'musa@sample.invalid',
				role: 'user',
				sample: 1,
				is_ranking: 1,
				created_at: clock.now(),
			}),
		);
		const owner = { session: { id: sample.id } } as TestPerson;
		const adId = await seedAd(server, owner);
		const secondId = await seedAd(server, owner, { title: 'Samplewords galore' });
		const otherSeller = await signUp(server);
		const realAd = await postPictureAd(otherSeller, { title: 'A lamp that stays' });
		await server.likes.like({ accountId: sample.id } as Actor, 'ads', realAd.id);
		await server.db.transaction(async (tx) => {
			const comment = { accountId: sample.id, target: 'ads', targetId: realAd.id, form: { text: 'Nice!' } } as const;
			await addComment(tx, server, comment, clock.now());
			await addFollows(tx, server.accounts, sample.id, [otherSeller.session.id], clock.now());
		});
		expect(await createApiClient(server).getAd({ params: { id: String(realAd.id) } })).toMatchObject({
			likes: 1,
			comments: 1,
		});
		expect(await admin.client.getSampleContent()).toEqual({ accounts: 1, ads: 2, posts: 0 });
		const visitor = createApiClient(server);
		const feed = async () => (await visitor.getFeed({ query: {} })).items.map(({ id }) => id);
		// This request fills the feed cache.
		expect(await feed()).toEqual(expect.arrayContaining([adId, secondId, realAd.id]));

		expect(await admin.client.removeSampleContent()).toEqual({ accounts: 1, ads: 2, posts: 0 });
		const remaining = await feed();
		expect(remaining).toContain(realAd.id);
		expect(remaining).not.toContain(adId);
		expect(remaining).not.toContain(secondId);
		await expect(visitor.getAd({ params: { id: String(adId) } })).rejects.toMatchObject({ status: 404 });
		await expect(visitor.getUser({ params: { user_name: 'sample_musa' } })).rejects.toMatchObject({ status: 404 });
		await server.jobs.whenIdle();
		server.db.flushInvalidations();
		expect(await visitor.getAd({ params: { id: String(realAd.id) } })).toMatchObject({ likes: 0, comments: 0 });
		expect((await visitor.getUser({ params: { user_name: otherSeller.session.user_name } })).followers).toBe(0);
		expect((await visitor.search({ query: { q: 'Samplewords' } })).ads?.items ?? []).toEqual([]);
		expect((await admin.client.listUsers({ query: { state: 'sample' } })).items).toEqual([]);

		expect(await admin.client.removeSampleContent()).toEqual({ accounts: 0, ads: 0, posts: 0 });
		expect(await listAuditActions()).toContainEqual(['sample_content.remove', '1 accounts, 2 ads, 0 posts']);
		expect((await listAuditActions()).filter(([action]) => action === 'sample_content.remove')).toHaveLength(1);
		// Even without users, the market is not empty, so the next start of the server adds no sample content again.
		await server.db.transaction(async (tx) => {
			await tx.tables<{ accounts: { role: string } }>().updateTable('accounts').set({ role: 'admin' }).execute();
		});
		expect(await server.accounts.isEmpty()).toBe(false);
	});
});
