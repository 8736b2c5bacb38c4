import { expect, test } from 'vitest';
import { isLgaOf, lgasByState } from './lgas.ts';
import { states } from './states.ts';

/** Number of areas of each state in INEC's register of electoral areas. */
const counts: Record<string, number> = {
	...{ Abia: 17, Adamawa: 21, 'Akwa Ibom': 31, Anambra: 21, Bauchi: 20, Bayelsa: 8, Benue: 23, Borno: 27 },
	...{ 'Cross River': 18, Delta: 25, Ebonyi: 13, Edo: 18, Ekiti: 16, Enugu: 17, 'FCT (Abuja)': 6, Gombe: 11 },
	...{ Imo: 27, Jigawa: 27, Kaduna: 23, Kano: 44, Katsina: 34, Kebbi: 21, Kogi: 21, Kwara: 16, Lagos: 20 },
	...{ Nasarawa: 13, Niger: 25, Ogun: 20, Ondo: 18, Osun: 30, Oyo: 33, Plateau: 17, Rivers: 23, Sokoto: 23 },
	...{ Taraba: 16, Yobe: 17, Zamfara: 14 },
};

test('lists the 36 states, the Federal Capital Territory and 774 areas', () => {
	expect(states).toHaveLength(37);
	expect(Object.keys(lgasByState)).toEqual([...states]);
	expect(Object.values(lgasByState).flat()).toHaveLength(774);
});

test('lists as many areas of each state as the official register', () => {
	expect(Object.fromEntries(Object.entries(lgasByState).map(([state, lgas]) => [state, lgas.length]))).toEqual(counts);
});

test.each(Object.entries(lgasByState))('lists each area of %s once, in alphabetical order', (_, lgas) => {
	expect(new Set(lgas.map((name) => name.toLowerCase())).size).toBe(lgas.length);
	expect(lgas).toEqual(lgas.toSorted((a, b) => a.localeCompare(b, 'en')));
});

test('keeps every name, because ads and addresses store them', () => {
	// A changed name needs a migration of the ads that have it.
	let hash = 0;
	for (const letter of JSON.stringify(lgasByState)) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_000_007;
	expect(hash).toMatchInlineSnapshot(`867348902`);
});

test('knows an area only in its own state', () => {
	expect(isLgaOf('Lagos', 'Ikeja')).toBe(true);
	expect(isLgaOf('Ogun', 'Ikeja')).toBe(false);
	expect([isLgaOf('Lagos', 'Surulere'), isLgaOf('Oyo', 'Surulere')]).toEqual([true, true]);
	expect(isLgaOf('Lagos', 'constructor')).toBe(false);
});
