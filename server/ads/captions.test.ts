import { afterAll, beforeAll, expect, test } from 'vitest';
import type { updateAd } from '../../contract/ads/ads.ts';
import type { CallInput } from '../../contract/core/endpoint.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as captionsText from '../../text/shared/captions.ts';
import type { MediaTables } from '../media/tables.ts';
import { createFakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { seedAd, seedUpload } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { readZip } from '../testing/zip.ts';

let server: TestServer;
let admin: TestPerson;
let seller: TestPerson;
let other: TestPerson;
const clock = createFakeClock(Date.now());

const file = '1\n00:00:01,000 --> 00:00:04,000\nRock & <b>roll</b>\n';
const stored = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nRock &amp; roll\n';
const words = 'Rock & roll';

const params = (id: number) => ({ id: String(id) });
const update = (id: number, body: CallInput<typeof updateAd>['body'], person = seller) =>
	person.client.updateAd({ params: params(id), body });

async function seedVideo(captions: string | null = file, person = seller): Promise<number> {
	const id = await seedAd(server, person, { format: 'video' });
	if (captions !== null) await update(id, { captions }, person);
	return id;
}

async function getVideo(id: number, person?: TestPerson) {
	const client = person?.client ?? createApiClient(server);
	return (await client.getVideoAd({ params: { id: String(id), description: 'x' } })).normalads;
}

async function getUrl(id: number, person?: TestPerson): Promise<string> {
	const url = (await getVideo(id, person)).video?.captions;
	if (url === undefined) throw new Error('No captions');
	return url;
}

const fetchPath = (path: string, init?: RequestInit) => fetch(server.address + path, init);
const getStatus = async (path: string) => (await fetchPath(path)).status;
const countRows = async () =>
	(await server.db.tables<{ media_captions: { name: string } }>().selectFrom('media_captions').selectAll().execute())
		.length;

describeOnBothEngines('captions', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine, clock });
		admin = await signUpAdministrator(server);
		[seller, other] = [await signUp(server), await signUp(server)];
	});
	afterAll(() => server.close());

	test('are added with a new video, and named on the video, in the feed and on the ad', async () => {
		const { secure_url } = await seedUpload(server, seller, 'video');
		const { id: user_id, user_name } = seller.session;
		const form = { user_id, user_name, categories: 'Motorcycles', description: 'It runs.' } as const;
		const { id } = await seller.client.createVideoAd({ body: { titlevideourl: secure_url, ...form, captions: file } });
		const url = await getUrl(id);
		expect(url).toMatch(/^\/media\/[0-9a-f]{24}\/captions-[0-9a-f]{16}\.vtt$/);
		expect((await createApiClient(server).getAd({ params: params(id) })).captions).toBe(url);
		const { items } = await createApiClient(server).listVideos({ query: { from: params(id).id } });
		expect(items[0]).toMatchObject({ id, video: { captions: url } });
	});

	test('are named on the ad while its video is being processed', async () => {
		const id = await seedVideo();
		const { captions } = await update(id, {});
		const tables = server.db.tables<MediaTables>();
		await tables.updateTable('media').set({ renditions: null }).where('captions', 'is not', null).execute();
		expect(await update(id, {})).toMatchObject({ video: null, captions });
		expect(await getStatus(captions ?? '')).toBe(200);
	});

	test('are served as WebVTT without markup, in ranges and not again if they are unchanged', async () => {
		const url = await getUrl(await seedVideo());
		const response = await fetchPath(url);
		expect(response.status).toBe(200);
		expect(await response.text()).toBe(stored);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			'content-type': 'text/vtt; charset=utf-8',
			'content-length': String(stored.length),
			'x-content-type-options': 'nosniff',
			'content-security-policy': "default-src 'none'; sandbox",
			'cache-control': 'public, max-age=31536000, immutable',
		});
		const part = await fetchPath(url, { headers: { range: 'bytes=0-5' } });
		expect([part.status, await part.text()]).toEqual([206, 'WEBVTT']);
		const etag = response.headers.get('etag') ?? '';
		expect((await fetchPath(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
		const head = await fetchPath(url, { method: 'HEAD' });
		expect([head.status, head.headers.get('content-length')]).toEqual([200, String(stored.length)]);
	});

	test('are replaced and removed, also in cached responses', async () => {
		const id = await seedVideo(null);
		const listed = async () => {
			const { items } = await createApiClient(server).listVideos({ query: { from: String(id) } });
			return items[0]?.video.captions;
		};
		expect([await listed(), (await getVideo(id)).video?.captions]).toEqual([undefined, undefined]);
		await update(id, { captions: file });
		const first = await getUrl(id);
		expect(await listed()).toBe(first);
		await update(id, { title: 'A song' });
		expect(await listed()).toBe(first);
		await update(id, { captions: file.replace('Rock', 'Soft rock') });
		const second = await getUrl(id);
		expect(await listed()).toBe(second);
		expect([await getStatus(first), await getStatus(second)]).toEqual([404, 200]);
		const rows = await countRows();
		expect((await update(id, { captions: null })).captions).toBeUndefined();
		expect([await listed(), await getStatus(second), await countRows()]).toEqual([undefined, 404, rows - 1]);
	});

	test('with an error are rejected with its line, and the captions stay', async () => {
		const id = await seedVideo();
		const before = await getUrl(id);
		await expect(update(id, { captions: 'WEBVTT\n\n00:02.000 --> 00:01.000\nHi' })).rejects.toMatchObject({
			status: 422,
			problem: { code: 'invalid', fields: { captions: captionsText.endsTooEarly(3) } },
		});
		for (const captions of [7, '', [file], { text: file }]) {
			const response = await fetchPath(`/api/ads/${id}`, {
				method: 'PATCH',
				headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.token}` },
				body: JSON.stringify({ captions }),
			});
			const { fields } = (await response.json()) as { fields: Record<string, string> };
			expect([response.status, Object.keys(fields)]).toEqual([422, ['captions']]);
		}
		expect(await getUrl(id)).toBe(before);
	});

	test('belong to videos only', async () => {
		const id = await seedAd(server, seller);
		for (const captions of [file, null]) {
			await expect(update(id, { captions })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { captions: contentApiText.captionsOfVideosOnly } },
			});
		}
	});

	test('are changed by the seller alone', async () => {
		const id = await seedVideo();
		await expect(update(id, { captions: null }, other)).rejects.toMatchObject({ status: 403 });
		await expect(update(id, { captions: null }, admin)).rejects.toMatchObject({ status: 403 });
		const visitor = createApiClient(server);
		await expect(visitor.updateAd({ params: params(id), body: { captions: null } })).rejects.toMatchObject({
			status: 401,
		});
		expect(await getStatus(await getUrl(id))).toBe(200);
	});

	test('of a hidden video are private at once, and its seller reads them by a signed URL', async () => {
		const id = await seedVideo();
		const url = await getUrl(id);
		expect(await getStatus(url)).toBe(200);
		await server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' }, id, 'No.'));
		expect(await getStatus(url)).toBe(404);
		const signed = await getUrl(id, seller);
		const response = await fetchPath(signed);
		expect([response.status, await response.text()]).toEqual([200, stored]);
		expect(response.headers.get('cache-control')).toBe('private, no-store');
		expect(await getStatus(signed.replace(/captions-[0-9a-f]+/, '480'))).toBe(404);
		await expect(getVideo(id, other)).rejects.toMatchObject({ status: 404 });
		await server.db.transaction((tx) => server.ads.unhide(tx, { role: 'admin' }, id));
		expect(await getStatus(url)).toBe(200);
	});

	test('of a suspended seller are private at once', async () => {
		const suspended = await signUp(server);
		const url = await getUrl(await seedVideo(file, suspended));
		expect(await getStatus(url)).toBe(200);
		const body = { reason: 'Fraud.', days: null };
		await admin.client.suspendUser({ params: params(suspended.session.id), body });
		expect(await getStatus(url)).toBe(404);
	});

	test('are deleted with their video', async () => {
		const id = await seedVideo();
		const [url, rows] = [await getUrl(id), await countRows()];
		await seller.client.deleteAd({ params: params(id) });
		expect([await getStatus(url), await countRows()]).toEqual([404, rows - 1]);
	});

	test('are shown to moderators with the description, also while the video is hidden', async () => {
		const id = await seedVideo();
		await other.client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });
		const findText = async () => {
			const { items } = await admin.client.listReports({ query: { kind: 'ad' } });
			return items.find(({ target }) => target.id === id)?.target.text;
		};
		expect(await findText()).toBe(`It shines.\n\n${words}`);
		await server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' }, id, 'No.'));
		expect(await findText()).toBe(`It shines.\n\n${words}`);
	});

	test('that demand payment before delivery are signalled to moderators', async () => {
		const id = await seedVideo(file.replace('Rock', 'Pay before delivery'));
		const { items } = await admin.client.listReports({ query: { kind: 'ad' } });
		expect(items.find(({ target }) => target.id === id)?.flags).toMatchObject([{ reason: 'payment_first' }]);
	});

	test('are exported with the data of the account, and erased with it', async () => {
		const leaving = await signUp(server);
		await seedVideo(file, leaving);
		const { url } = await leaving.client.exportMe();
		const files = readZip(new Uint8Array(await (await fetchPath(url)).arrayBuffer()));
		const media = [...files].find(([path]) => path.endsWith('media.json'))?.[1];
		expect(JSON.parse(new TextDecoder().decode(media))).toMatchObject([{ kind: 'video', captions: stored }]);
		const rows = await countRows();
		await leaving.client.deleteMe({ body: { password: leaving.password } });
		clock.advance(15 * 86_400_000);
		await server.accounts.eraseDue();
		expect(await countRows()).toBe(rows - 1);
	});
});
