import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as moderationLimits from '../../contract/moderation/limits.ts';
import type { ReportTarget } from '../../contract/moderation/moderation.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { Engine } from '../database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { hideAd, seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { ModerationTables } from './tables.ts';

let server: TestServer;
let seller: TestPerson;
let buyer: TestPerson;
let targetIds: Record<Exclude<ReportTarget, 'review' | 'review_reply'>, number>;

const rows = () => server.db.tables<ModerationTables>().selectFrom('reports').selectAll().orderBy('id').execute();
const createReport = (kind: keyof typeof targetIds, id = targetIds[kind]) => ({
	target: { kind, id },
	reason: 'scam' as const,
});

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		[seller, buyer] = [await signUp(server), await signUp(server)];
		const ad = await seedAd(server, seller);
		const params = { target: 'ads' as const, id: String(ad) };
		const comment = await seller.client.createComment({ params, body: { text: 'Pay first' } });
		targetIds = { ad, post: await seedPost(server, seller), comment: comment.id, account: seller.session.id };
	});
	afterAll(() => server.close());
}

describe('reports', () => {
	useServer();

	test('are stored once per account and target, with reason and note', async () => {
		const kinds = ['ad', 'post', 'comment', 'account'] as const;
		for (const kind of kinds) {
			await buyer.client.report({ body: { ...createReport(kind), note: ' He asked for a deposit. ' } });
			await buyer.client.report({ body: { ...createReport(kind), reason: 'spam' } });
		}
		expect(await rows()).toMatchObject(
			kinds.map((kind) => ({
				account_id: buyer.session.id,
				kind,
				target_id: targetIds[kind],
				owner_id: seller.session.id,
				reason: 'scam',
				note: 'He asked for a deposit.',
				state: 'open',
			})),
		);
		const other = await signUp(server);
		await other.client.report({ body: createReport('ad') });
		expect(await rows()).toHaveLength(5);
	});

	test('need a session, a reason and a visible target', async () => {
		const before = (await rows()).length;
		await expect(createApiClient(server).report({ body: createReport('ad') })).rejects.toMatchObject({ status: 401 });
		const body = createReport('ad');
		for (const wrong of [
			{ ...body, reason: 'dislike' },
			{ ...body, note: 'x'.repeat(moderationLimits.reportNote.max + 1) },
			{ ...body, target: { kind: 'course', id: 1 } },
			{ ...body, target: { kind: 'ad', id: 0 } },
			{ target: body.target },
			{ ...body, account_id: 1 },
		]) {
			await expect(buyer.client.report({ body: wrong as typeof body })).rejects.toMatchObject({ status: 422 });
		}
		const hidden = await seedAd(server, seller);
		const params = { target: 'ads' as const, id: String(hidden) };
		const comment = await seller.client.createComment({ params, body: { text: 'x' } });
		await hideAd(server, hidden);
		const invisible = [
			createReport('ad', hidden),
			createReport('comment', comment.id),
			...(['ad', 'post', 'comment', 'account'] as const).map((kind) => createReport(kind, 999_999)),
		];
		for (const body of invisible) {
			await expect(buyer.client.report({ body })).rejects.toMatchObject({ status: 404 });
		}
		expect(await rows()).toHaveLength(before);
	});
});

describeOnBothEngines('reports', (engine) => {
	useServer(engine);

	test('of one account about one target are stored once if concurrent', async () => {
		const person = await signUp(server);
		await Promise.all(Array.from({ length: 20 }, () => person.client.report({ body: createReport('post') })));
		expect((await rows()).filter((row) => row.account_id === person.session.id)).toHaveLength(1);
	});
});

describeOnBothEngines('the daily limit of reports', (engine) => {
	const quota = { ads: 9, posts: 9, comments: 9, contacts: 9, reviews: 9, reports: 3 };
	beforeAll(async () => {
		const postingQuota = { unverified: quota, verified: quota, older: { ...quota, reports: 5 } };
		server = await startTestServer({ engine, postingQuota });
		[seller, buyer] = [await signUp(server), await signUp(server)];
	});
	afterAll(() => server.close());

	test('rejects more with 429 and Retry-After, and does not count repeated reports', async () => {
		const ids = await Promise.all(Array.from({ length: 10 }, () => seedAd(server, seller)));
		const send = (id: number | undefined) =>
			fetch(`${server.address}/api/reports`, {
				method: 'POST',
				headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
				body: JSON.stringify(createReport('ad', id)),
			});
		for (let times = 0; times < 5; times += 1) expect((await send(ids[0])).status).toBe(202);
		const responses = await Promise.all(ids.map(send));
		expect(responses.map(({ status }) => status).sort()).toEqual([
			202,
			202,
			202,
			...Array.from({ length: 7 }, () => 429),
		]);
		expect(await rows()).toHaveLength(3);
		const rejected = responses.find(({ status }) => status === 429);
		expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(await rejected?.json()).toMatchObject({ message: accountsApiText.mostOnFirstDay(3, 'reports') });
	});
});
