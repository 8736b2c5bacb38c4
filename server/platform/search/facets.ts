import { wordsOf } from './words.ts';

/** Something a document is, beside its words: a name of small letters, and a value. */
export interface Facet {
	name: string;
	value: string;
}

/** Asks for documents that have any of these values under a name; with `prefix`, one that begins so. */
export interface FacetFilter {
	name: string;
	anyOf: readonly string[];
	prefix?: boolean;
}

/** One word that holds the facet: letters and digits only, so that no tokenizer takes it apart. */
export function facetWord(name: string, value: string): string {
	return `${name}0${wordsOf(value).join('')}`;
}

/** Steps of a number double eight times slower than it does: each is 9 % wide. */
const stepsInDoubling = 8;

/** The step a number from 1 up stands in. */
export function stepOf(value: number): number {
	return Math.floor(Math.log2(Math.max(1, value)) * stepsInDoubling);
}

/** The facets of a number: its step, and the doubling that step lies in. */
export function numberFacets(name: string, value: number): Facet[] {
	const step = stepOf(value);
	return [
		{ name, value: `s${step}` },
		{ name, value: `d${Math.floor(step / stepsInDoubling)}` },
	];
}

/** The steps between two numbers, both included, by the doubling they lie in. */
export function doublingsBetween(least: number, most: number): number[][] {
	const doublings = new Map<number, number[]>();
	for (let step = stepOf(least); step <= stepOf(most); step++) {
		const doubling = Math.floor(step / stepsInDoubling);
		doublings.set(doubling, [...(doublings.get(doubling) ?? []), step]);
	}
	return [...doublings.values()];
}

/** Asks for steps of one doubling. */
export function stepsFilter(name: string, steps: readonly number[]): FacetFilter {
	const [first = 0] = steps;
	const whole = steps.length === stepsInDoubling && first % stepsInDoubling === 0;
	return { name, anyOf: whole ? [`d${first / stepsInDoubling}`] : steps.map((step) => `s${step}`) };
}

/** Asks for what may lie between two numbers, both included: at the ends also for a little less and more. */
export function rangeFilter(name: string, least: number, most: number): FacetFilter {
	return { name, anyOf: doublingsBetween(least, most).flatMap((steps) => stepsFilter(name, steps).anyOf) };
}
