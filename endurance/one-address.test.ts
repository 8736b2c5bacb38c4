import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DomainError } from '../server/platform/domain-error.ts';
import { callCosts, createCallBudgets, defaultRateLimits } from '../server/platform/http/index.ts';
import { createFakeClock } from '../server/platform/testing/clock.ts';
import { createRandom } from './support/random.ts';
import { getCallCost, sumCallCosts, typicalVisit } from './support/visit.ts';

const hour = 3_600_000;
const visits = 5000;
const logins = 500;

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
