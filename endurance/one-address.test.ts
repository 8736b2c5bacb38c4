import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accountLimits from '../contract/accounts/limits.ts';
import type { Challenge, SolvedChallenge } from '../contract/contacts/contacts.ts';
import {
	createRevealService,
	type RevealCaller,
	type RevealService,
	revealBudgets,
} from '../server/contacts/reveals.ts';
import { DomainError } from '../server/core/domain-error.ts';
import { callCosts, createCallBudgets, defaultRateLimits } from '../server/http/index.ts';
import { createFakeClock, type FakeClock } from '../server/testing/clock.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import { createRandom } from './support/random.ts';
import { getCallCost, sumCallCosts, typicalVisit } from './support/visit.ts';

const hour = 3_600_000;
const visits = 5000;
const logins = 500;
/** Shares of the modelled day (docs/scaling.md): a tenth of the visits gets in touch. A tenth of the devices is new to contacts. */
const [contactsPerVisit, newDeviceShare] = [0.1, 0.1];

/** Returns the calls of an hour's visitors, sorted by time. Each visit starts at a random time and lasts five minutes. */
function simulateHour(): { at: number; cost: number; login?: true }[] {
	const random = createRandom(7);
	const calls: ReturnType<typeof simulateHour> = [];
	for (let visit = 0; visit < visits; visit += 1) {
		const start = random() * hour;
		if (visit < logins) calls.push({ at: start, cost: 1, login: true });
		for (const [route, count] of typicalVisit) {
			for (let call = 0; call < count; call += 1) {
				calls.push({ at: start + random() * 5 * 60_000, cost: getCallCost(route) });
			}
		}
	}
	return calls.sort((a, b) => a.at - b.at);
}

test('limits none of 5,000 visitors an hour behind one address, but a client that sends endless searches', () => {
	const clock = createFakeClock();
	const start = clock.now();
	const budgets = createCallBudgets({ clock });
	for (const { at, cost, login } of simulateHour()) {
		clock.advance(start + at - clock.now());
		if (login) budgets.spend('login 203.0.113.7', defaultRateLimits.addressLogin, cost);
		else budgets.spend('address 203.0.113.7', defaultRateLimits.address, cost);
	}

	const spendSearch = () => budgets.spend('address 203.0.113.8', defaultRateLimits.address, callCosts.search);
	let accepted = 0;
	for (let count = 0; count < 6000; count += 1) {
		clock.advance(10);
		try {
			spendSearch();
			accepted += 1;
		} catch (error) {
			expect(error).toBeInstanceOf(DomainError);
		}
	}
	const { most, window } = defaultRateLimits.address;
	expect(accepted).toBeLessThanOrEqual((most + (most * 60_000) / window) / callCosts.search);
	expect(accepted).toBeGreaterThan(900);
});

test('docs/limits.md states the actual limits', async () => {
	const page = await readFile(join(import.meta.dirname, '../docs/limits.md'), 'utf8');
	const { address, addressLogin, signUp, read, write, login, upload, enrollment } = defaultRateLimits;
	const perSecond = (address.most * 1000) / address.window;
	const units = sumCallCosts(typicalVisit);
	const number = (value: number) => value.toLocaleString('en');
	for (const [name, cost] of Object.entries(callCosts))
		expect(page).toMatch(new RegExp(`^\\| ${name} \\| ${cost} \\|`, 'm'));
	for (const [route, count] of typicalVisit)
		expect(page).toContain(`| \`${route}\` | ${count} | ${count * getCallCost(route)} |`);
	for (const sentence of [
		`| together | | ${units} |`,
		`**${number(perSecond)} units a second**, and ${number(address.most)} at once`,
		`${number(Math.floor((perSecond * 3600) / units))} visits an hour`,
		`${(addressLogin.most * 60_000) / addressLogin.window} a minute, and ${addressLogin.most} at once`,
		`| new accounts | ${signUp.most} an hour |`,
		`${number(read.most)} units a minute`,
		`${write.most} writes a minute`,
		`${login.most} calls in 15 minutes`,
		`${upload.most} uploads an hour`,
		`${enrollment.most} accepted requests an hour`,
	]) {
		expect(page).toContain(sentence);
	}
});

describe('numbers of sellers, in an hour', () => {
	const secret = 'a secret';
	const sellers = 1000;
	const accounts = 20;
	const devices = 50;
	/** Tries of two cores in an hour. One takes 0.9 to 1 ms with the 5,000 rounds of a challenge (Node 24, one core of the development machine). */
	const triesPerHour = 2 * hour;
	let clock: FakeClock;
	let server: TestServer;
	let reveals: RevealService;
	let networks = 0;
	const makeNetwork = () => `203.0.113.${++networks}`;

	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ clock });
		const createdAt = clock.now() - accountLimits.newAccountPeriod;
		const rows = Array.from({ length: sellers + accounts }, (_, index) => index + 1).map(
			(id) => sql`(${id}, ${`account_${id}`}, '', ${`${id}`}, ${`${id}`}, 'user', ${createdAt}, ${createdAt})`,
		);
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at, email_verified_at)
			values ${sql.join(rows)}`.execute(server.db.kysely);
		reveals = createRevealService({ db: server.db, clock, accounts: server.accounts, secret });
	});
	afterAll(() => server.close());

	const reveal = (caller: RevealCaller, sellerId: number, solved?: SolvedChallenge) =>
		reveals.reveal(caller, sellerId, solved);

	/** Replaces the work of a challenge by that of one try with the secret of the server. */
	async function solve({ parameters: { algorithm, data } }: Challenge): Promise<SolvedChallenge> {
		const options = { algorithm, cost: 1, counter: 0, data, deriveKey, hmacSignatureSecret: secret };
		const challenge = (await createChallenge(options)) as Challenge;
		const solution = await solveChallenge({ challenge, deriveKey });
		if (!solution) throw new Error('The challenge was not solved');
		return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
	}

	/** Reveals one seller after the other until the work of an hour is used up. Returns how many numbers were revealed. */
	async function collect(caller: RevealCaller, first: number, work: { left: number }): Promise<number> {
		for (let count = 0; ; count += 1) {
			const challenge = await reveal(caller, first + count);
			if (!challenge) continue;
			work.left -= challenge.parameters.data.tries;
			if (work.left < 0) return count;
			expect(await reveal(caller, first + count, await solve(challenge))).toBeNull();
		}
	}

	test('are less than 300 for one address, also with many regulars, old devices, one account, and 20 accounts', async () => {
		const visitor = () => ({ network: makeNetwork(), device: null, accountId: null });
		const address = await collect(visitor(), 1, { left: triesPerHour });
		const busy = visitor();
		for (let seller = 1; seller <= sellers; seller += 1) {
			// The numbers of these devices are those of no others.
			const device = { number: sellers * 10 + seller, isKnown: true };
			expect(await reveal({ ...busy, device }, seller)).toBeNull();
			if (seller % revealBudgets.network.hour === 0) clock.advance(hour);
		}
		const besideRegulars = await collect(busy, 1, { left: triesPerHour });
		const account = await collect({ ...visitor(), accountId: sellers + 1 }, 1, { left: triesPerHour });
		await sql`delete from contact_reveals where scope = 'account'`.execute(server.db.kysely);
		const caller = visitor();
		let first = 1;
		// The first numbers of each account are free, so that all the work goes into those of strangers.
		for (let id = sellers + 1; id <= sellers + accounts; id += 1)
			first += await collect({ ...caller, accountId: id }, first, { left: 0 });
		const together = first - 1 + (await collect(caller, first, { left: triesPerHour }));
		const harvester = visitor();
		let next = 1;
		// The numbers of these devices are not those of the visits below.
		for (let number = visits + 1; number <= visits + devices; number += 1)
			next += await collect({ ...harvester, device: { number, isKnown: true } }, next, { left: 0 });
		const withDevices = next - 1 + (await collect(harvester, next, { left: triesPerHour }));
		console.log(
			`numbers in an hour: address ${address}, beside regulars ${besideRegulars}, with ${devices} devices ${withDevices}, account ${account}, ${accounts} accounts ${together}`,
		);
		for (const count of [address, besideRegulars, withDevices, account, together]) expect(count).toBeLessThan(300);
		const page = await readFile(join(import.meta.dirname, '../docs/limits.md'), 'utf8');
		expect(page.replaceAll('\n', ' ')).toContain(
			`one address gets ${address} numbers, also ${besideRegulars} if its regulars opened 1,000 that day, with the cookies of ${devices} devices of an earlier day ${withDevices}, one established account ${account}, and ${accounts} of them with strangers on the same address ${together}`,
		);
	});

	test('open at once for the contacts of 5,000 visits', async () => {
		const random = createRandom(7);
		const network = makeNetwork();
		const contacts = visits * contactsPerVisit;
		let different = new Set<number>();
		for (let contact = 0; contact < contacts; contact += 1) {
			// Few sellers are popular (Zipf): the first of 1,000 gets every seventh contact.
			const seller = Math.min(sellers, Math.floor(sellers ** random()));
			different = different.add(seller);
			const isKnown = random() >= newDeviceShare;
			expect(await reveal({ network, device: { number: contact + 1, isKnown }, accountId: null }, seller)).toBeNull();
		}
		expect(different.size).toBeGreaterThan(150);
	});
});
