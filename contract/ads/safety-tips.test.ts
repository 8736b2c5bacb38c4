import { expect, test } from 'vitest';
import * as safetyText from '../../text/shared/safety.ts';
import { categories } from '../market-settings/categories.ts';
import { listSafetyTips } from './safety-tips.ts';

test('every category has tips', () => {
	expect(categories.filter((category) => listSafetyTips(category).length === 0)).toEqual([]);
});

test('tips fit what is sold', () => {
	expect(listSafetyTips('Motorcycles')).toBe(safetyText.tips.vehicles);
	expect(listSafetyTips('Phones & Tablets')).toBe(safetyText.tips.devices);
	expect(listSafetyTips('Luxury Apartments')).toBe(safetyText.tips.property);
});

test('an unknown category has none', () => {
	expect(listSafetyTips('Spaceships')).toEqual([]);
	expect(listSafetyTips('constructor')).toEqual([]);
});
