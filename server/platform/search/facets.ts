import { tokenize } from './words.ts';

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
export function toFacetToken(name: string, value: string): string {
	return `${name}0${tokenize(value).join('')}`;
}

/** Steps of a number double eight times slower than it does: each is 9 % wide. */
const stepsPerDoubling = 8;

/** The step a number from 1 up stands in. */
export function toStep(value: number): number {
	return Math.floor(Math.log2(Math.max(1, value)) * stepsPerDoubling);
}

/** The facets of a number: its step, and the doubling that step lies in. */
export function toNumberFacets(name: string, value: number): Facet[] {
	const step = toStep(value);
	return [
		{ name, value: `s${step}` },
		{ name, value: `d${Math.floor(step / stepsPerDoubling)}` },
	];
}

/** The steps between two numbers, both included, by the doubling they lie in. */
export function groupStepsByDoubling(least: number, most: number): number[][] {
	const doublings = new Map<number, number[]>();
	for (let step = toStep(least); step <= toStep(most); step++) {
		const doubling = Math.floor(step / stepsPerDoubling);
		doublings.set(doubling, [...(doublings.get(doubling) ?? []), step]);
	}
	return [...doublings.values()];
}

/** Asks for steps of one doubling. */
export function createStepsFilter(name: string, steps: readonly number[]): FacetFilter {
	const [first = 0] = steps;
	const whole = steps.length === stepsPerDoubling && first % stepsPerDoubling === 0;
	return { name, anyOf: whole ? [`d${first / stepsPerDoubling}`] : steps.map((step) => `s${step}`) };
}

/** Asks for what may lie between two numbers, both included: at the ends also for a little less and more. */
export function createRangeFilter(name: string, least: number, most: number): FacetFilter {
	return { name, anyOf: groupStepsByDoubling(least, most).flatMap((steps) => createStepsFilter(name, steps).anyOf) };
}
