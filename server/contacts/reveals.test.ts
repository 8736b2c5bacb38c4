import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type { Challenge, SolvedChallenge } from '../../contract/contacts/contacts.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { computeTries, createRevealService, type RevealCaller, type RevealService, revealBudgets } from './reveals.ts';

test('costs nothing within the budget of an hour and a day, and doubles with every 3 further sellers', () => {
	const budget = { hour: 8, day: 30 };
	const tries = (hour: number, day: number) => computeTries({ hour, day }, budget);
	expect([tries(0, 0), tries(7, 29)]).toEqual([0, 0]);
	expect([tries(8, 8), tries(11, 11), tries(14, 14), tries(2, 33)]).toEqual([64, 128, 256, 128]);
	expect(tries(1000, 1000)).toBe(2 ** 31);
});

async function solve(challenge: Challenge): Promise<SolvedChallenge> {
	const solution = await solveChallenge({ challenge, deriveKey });
	if (!solution) throw new Error('The challenge was not solved');
	return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

describeOnBothEngines('the budget of reveals', (engine) => {
	let server: TestServer;
	let clock: FakeClock;
	let reveals: RevealService;
	let networks = 0;
	let visitor: RevealCaller;

	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
		const createdAt = clock.now() - accountLimits.newAccountPeriod;
		// Ids 1 to 300 are sellers. Account 301 is established, and account 302 is older but has confirmed nothing.
		const rows = Array.from({ length: 302 }, (_, index) => index + 1).map(
			(id) =>
				sql`(${id}, ${`seller_${id}`}, '', ${`${id}`}, ${`${id}`}, 'user', ${createdAt}, ${id === 301 ? createdAt : null})`,
		);
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at, email_verified_at)
			values ${sql.join(rows)}`.execute(server.db.kysely);
		reveals = createRevealService({ db: server.db, clock, accounts: server.accounts, secret: 'a secret' });
	});
	afterAll(() => server.close());
	beforeEach(() => {
		networks += 1;
		visitor = { network: `198.51.100.${networks}`, device: null, accountId: null };
	});

	const reveal = (caller: RevealCaller, sellerId: number, solved?: SolvedChallenge) =>
		reveals.reveal(caller, sellerId, solved);

	async function useUp(caller: RevealCaller, count: number): Promise<void> {
		for (let seller = 1; seller <= count; seller += 1) expect(await reveal(caller, seller)).toBeNull();
	}

	test('counts each seller once, and asks a network for work beyond the budget', async () => {
		await useUp(visitor, revealBudgets.new.hour);
		await useUp(visitor, revealBudgets.new.hour);
		const challenge = await reveal(visitor, 100);
		expect(challenge?.parameters.data).toMatchObject({ seller: 100, tries: 64 });
		expect(await reveal({ ...visitor, network: '203.0.113.99' }, 100)).toBeNull();
		clock.advance(3_600_000);
		expect(await reveal(visitor, 100)).toBeNull();
	});

	test('shows a number for a solved challenge, which counts only for its seller and for an hour', async () => {
		await useUp(visitor, revealBudgets.new.hour);
		const solved = await solve((await reveal(visitor, 100)) as Challenge);
		expect(await reveal(visitor, 101, solved)).not.toBeNull();
		const wrong = { ...solved, solution: { ...solved.solution, counter: solved.solution.counter + 1 } };
		expect(await reveal(visitor, 100, wrong)).not.toBeNull();
		const { parameters } = solved.challenge;
		const cheaper = { ...parameters, data: { ...parameters.data, tries: 2 ** 20 } };
		expect(
			await reveal(visitor, 100, { ...solved, challenge: { ...solved.challenge, parameters: cheaper } }),
		).not.toBeNull();
		expect(await reveal(visitor, 100, solved)).toBeNull();
		const late = await solve((await reveal(visitor, 102)) as Challenge);
		clock.advance(3_600_000);
		await useUp(visitor, 0);
		for (let seller = 1; seller <= 91; seller += 1) await reveal({ ...visitor, network: `late ${networks}` }, seller);
		expect(await reveal({ ...visitor, network: `late ${networks}` }, 102, late)).not.toBeNull();
	});

	test('lets a device and an account see only a few sellers on any network', async () => {
		const device = { ...visitor, device: { number: networks, isKnown: false } };
		await useUp(device, revealBudgets.device.hour);
		expect(await reveal({ ...device, network: `moved ${networks}` }, 100)).not.toBeNull();
		const account = { ...visitor, accountId: 301 };
		await useUp(account, revealBudgets.account.hour);
		expect(await reveal({ ...account, network: `moved ${networks}` }, 100)).not.toBeNull();
	});

	test('does not let strangers slow down known devices and established accounts of their network', async () => {
		await useUp(visitor, revealBudgets.new.hour);
		expect(await reveal({ ...visitor, device: { number: 1000 + networks, isKnown: true } }, 100)).toBeNull();
		await sql`delete from contact_reveals where scope = 'account'`.execute(server.db.kysely);
		expect(await reveal({ ...visitor, accountId: 301 }, 101)).toBeNull();
		expect(await reveal({ ...visitor, accountId: 302 }, 102)).not.toBeNull();
	});

	test('gives known devices what strangers leave of the budget of their network', async () => {
		await useUp(visitor, revealBudgets.new.hour);
		const known = (seller: number) => ({ ...visitor, device: { number: networks * 1000 + seller, isKnown: true } });
		for (let seller = 1; seller <= revealBudgets.network.hour; seller += 1)
			expect(await reveal(known(seller), seller)).toBeNull();
		expect((await reveal(known(0), 300))?.parameters.data.tries).toBe(64);
		expect(await reveal({ ...visitor, accountId: 301 }, revealBudgets.network.hour)).toBeNull();
	});

	test('counts for strangers also the sellers whom known devices of their network opened, and these once for the network', async () => {
		const opened = revealBudgets.new.hour + 1;
		for (let seller = 1; seller <= opened; seller += 1)
			expect(
				await reveal({ ...visitor, device: { number: networks * 1000 + seller, isKnown: true } }, seller),
			).toBeNull();
		await useUp(visitor, revealBudgets.new.hour);
		expect((await reveal(visitor, opened))?.parameters.data.tries).toBe(64);
		const counted = (await reveals.listTop()).filter(({ network }) => network === visitor.network);
		expect(counted.map(({ sellers }) => sellers)).toEqual([opened, revealBudgets.new.hour]);
	});

	test('never goes beyond the budget, even if all requests come at once', async () => {
		await useUp(visitor, revealBudgets.new.hour - 3);
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, index) => reveal(visitor, revealBudgets.new.hour + index)),
		);
		expect(answers.filter((challenge) => challenge === null)).toHaveLength(3);
	});

	test('lists who revealed most in the last day, and forgets the rest', async () => {
		await sql`delete from contact_reveals`.execute(server.db.kysely);
		await useUp(visitor, 2);
		await useUp({ network: '203.0.113.7', device: { number: 7, isKnown: true }, accountId: 301 }, 3);
		expect(await reveals.listTop()).toMatchObject([
			{ account: { id: 301 }, network: null, sellers: 3 },
			{ account: null, network: '203.0.113.7', strangers: false, sellers: 3 },
			{ account: null, network: visitor.network, strangers: false, sellers: 2 },
			{ account: null, network: visitor.network, strangers: true, sellers: 2 },
		]);
		clock.advance(24 * 3_600_000);
		expect(await reveals.listTop()).toEqual([]);
		await reveals.sweep();
		const { rows } = await sql`select * from contact_reveals`.execute(server.db.kysely);
		expect(rows).toEqual([]);
	});
});
