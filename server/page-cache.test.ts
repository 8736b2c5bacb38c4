import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, type Client } from '../contract/client.ts';
import { signUp, signUpAdministrator, type TestPerson } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

let server: TestServer;
let admin: TestPerson;
let rendered = 0;
/** Holds pages between what they have read and their end. */
let held: Promise<void> | undefined;

/** A page that shows an ad, as the web app's do. */
async function render({ url }: Request, client: Client): Promise<Response> {
	rendered += 1;
	const id = new URL(url).pathname.split('/')[2] ?? '';
	const ad = await client.getAd({ params: { id } }).catch((error: unknown) => {
		if (error instanceof ApiError) return error;
		throw error;
	});
	await held;
	return ad instanceof ApiError ? new Response(ad.message, { status: ad.status }) : new Response(ad.title);
}

const statusOf = async (id: number) => (await fetch(`${server.address}/feed/${id}/lamp`)).status;

describe('pages that are kept', () => {
	beforeAll(async () => {
		server = await startTestServer({ render });
		admin = await signUpAdministrator(server);
	});
	afterAll(() => server.close());

	test('a page is rendered once for everybody', async () => {
		const id = await seedAd(server, await signUp(server));
		await expect
			.poll(async () => {
				const before = rendered;
				const statuses = [await statusOf(id), await statusOf(id), await statusOf(id)];
				return [...statuses, rendered - before <= 1];
			})
			.toEqual([200, 200, 200, true]);
	});

	test('a page that was being rendered while something else and then its ad was changed is not kept', async () => {
		const seller = await signUp(server);
		const [id, other] = [await seedAd(server, seller), await seedAd(server, seller)];
		let letGo = () => {};
		held = new Promise((resolve) => {
			letGo = resolve;
		});
		const before = rendered;
		const page = fetch(`${server.address}/feed/${id}/lamp`);
		await expect.poll(() => rendered).toBe(before + 1);
		for (const [ad, title] of [
			[other, 'Another lamp'],
			[id, 'A new name'],
		] as const) {
			await seller.client.updateAd({ params: { id: String(ad) }, body: { title } });
		}
		letGo();
		held = undefined;
		await (await page).text();
		expect(await (await fetch(`${server.address}/feed/${id}/lamp`)).text()).toBe('A new name');
	});

	test('a page goes when what it shows is hidden, and is back at once when it is shown again', async () => {
		const id = await seedAd(server, await signUp(server));
		expect(await statusOf(id)).toBe(200);
		const reporter = await signUp(server);
		await reporter.client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });
		const found = (await admin.client.listReports({ query: {} })).items.find(({ target }) => target.id === id);
		const params = { id: String(found?.id) };
		const decided = await admin.client.decideReports({ params, body: { decision: 'hide', reason: 'Not yours.' } });
		expect(await statusOf(id)).toBe(404);
		await admin.client.liftDecision({ params: { id: String(decided.id) }, body: { reason: 'We were wrong.' } });
		expect(await statusOf(id)).toBe(200);
	});
});
