import type { Session } from '../../contract/accounts/accounts.ts';
import { conditions, deliveryOptions, hasItemOptions } from '../../contract/ads/ad-options.ts';
import * as limits from '../../contract/core/limits.ts';
import { lgasByState } from '../../contract/location/lgas.ts';
import { states } from '../../contract/location/states.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as adsText from '../../text/shared/ads.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as importText from '../../text/web/import.ts';
import {
	type AdFields,
	emptyAd,
	getNewAdFields,
	type PictureAdBody,
	pictureAdSchema,
	toAdFieldName,
} from '../ads/ad-form.ts';
import { type ColumnName, columnNames, type ReadTable, type TableCells, toKey } from './columns.ts';
import { getPhotoRejection, type Photos, splitPhotoNames } from './photos.ts';

export type RowProblems = Partial<Record<ColumnName, string>>;

/** Row of the table after the check. */
export interface CheckedRow {
	/** Row number in the spreadsheet. */
	line: number;
	cells: TableCells;
	photos: string[];
	problems: RowProblems;
	/** The ad without its photos. Null if the row has problems. */
	body: PictureAdBody | null;
}

const conditionNames = conditions.map((condition) => [condition, adsText.conditionNames[condition]] as const);
const deliveryNames = deliveryOptions.map((option) => [option, adOptionsText.deliveryNames[option]] as const);
const yesWords = ['yes', 'y', 'true', '1', 'x', 'negotiable'];
const noWords = ['', 'no', 'n', 'false', '0', 'fixed'];

/** Checks all rows as the ad form checks an ad. Rows without a number or a place take those of the account's profile. */
export function checkRows({ rows }: ReadTable, photos: Photos, session: Session): CheckedRow[] {
	const lines = new Map<string, number>();
	return rows.map(({ line, cells }) => {
		const checked = checkRow(line, cells, photos, session);
		const key = JSON.stringify(cells);
		const first = lines.get(key);
		if (first === undefined) lines.set(key, line);
		else return { ...checked, body: null, problems: { ...checked.problems, title: importText.sameRow(first) } };
		return checked;
	});
}

function checkRow(line: number, cells: TableCells, photos: Photos, session: Session): CheckedRow {
	const [fields, problems] = toFields(cells, getNewAdFields(session));
	const names = splitPhotoNames(cells.photos, photos);
	const photoProblem = checkPhotos(names, photos);
	if (photoProblem) problems.photos = photoProblem;
	const parsed = pictureAdSchema.safeParse(fields);
	if (!parsed.success) {
		for (const { path, message } of parsed.error.issues) {
			const name = toAdFieldName(path.join('.'));
			const column = columnNames.find((known) => known === name);
			if (column) problems[column] ??= message;
		}
	}
	const isGood = parsed.success && Object.keys(problems).length === 0;
	return { line, cells, photos: names, problems, body: isGood ? parsed.data : null };
}

function checkPhotos(names: readonly string[], photos: Photos): string | null {
	if (names.length === 0) return validationText.pictureMissing;
	if (names.length > limits.adPictures.max) return validationText.tooManyPictures(limits.adPictures.max);
	const keys = names.map((name) => photos.find(name)?.name ?? name);
	const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
	if (repeated !== undefined) return importText.photoRepeated(repeated);
	for (const name of names) {
		const rejection = getPhotoRejection(name, photos);
		if (rejection) return rejection;
	}
	return null;
}

/** Converts cells to the fields of the ad form. Names of options may have any case, and spaces and punctuation do not matter. */
function toFields(cells: TableCells, account: AdFields): [AdFields, RowProblems] {
	const problems: RowProblems = {};

	function choose<Value extends string>(
		column: ColumnName,
		typed: string,
		options: readonly (readonly [Value, string])[],
	): Value | '' {
		if (typed === '') return '';
		const found = options.find((names) => names.some((name) => toKey(name) === toKey(typed)));
		if (!found) problems[column] = importText.unknownOption(options.map(([, label]) => label));
		return found?.[0] ?? '';
	}

	const category = categories.find((name) => toKey(name) === toKey(cells.category)) ?? '';
	if (category === '' && cells.category !== '') problems.category = importText.unknownCategory;
	const state = states.find((name) => toStateKey(name) === toStateKey(cells.state)) ?? '';
	if (state === '' && cells.state !== '') problems.state = importText.unknownState;
	const lga = state === '' ? '' : (lgasByState[state].find((name) => toKey(name) === toKey(cells.lga)) ?? cells.lga);
	if (cells.lga !== '' && cells.state === '') problems.lga = validationText.lgaWithoutState;
	const negotiable = toKey(cells.negotiable);
	if (![...yesWords, ...noWords].includes(negotiable)) problems.negotiable = importText.yesOrNo;
	const condition = choose('condition', cells.condition, conditionNames);
	const delivery = cells.delivery
		.split(/[|;,\n]/)
		.map((name) => choose('delivery', name.trim(), deliveryNames))
		.filter((name) => name !== '');
	if (category !== '' && !hasItemOptions(category)) {
		if (condition !== '') problems.condition = validationText.conditionNotTaken;
		if (delivery.length > 0) problems.delivery = validationText.deliveryNotTaken;
	}
	const hasNumber = cells.whatsapp !== '' || cells.call_number !== '';
	const fields: AdFields = {
		...emptyAd,
		title: cells.title,
		category,
		description: cells.description,
		price: cells.price,
		negotiable: yesWords.includes(negotiable) ? 'yes' : '',
		condition,
		delivery: delivery.join(' '),
		state,
		lga,
		place: cells.place || (cells.state === '' ? account.place : ''),
		whatsapp: hasNumber ? cells.whatsapp : account.whatsapp,
		call_number: hasNumber ? cells.call_number : account.call_number,
	};
	return [fields, problems];
}

/** Sellers write 'Lagos State', 'FCT' and 'Abuja'. */
function toStateKey(name: string): string {
	const key = toKey(name).replace(/state$/, '');
	return key === 'fct' || key === 'abuja' ? 'fctabuja' : key;
}

/** Names of photos that no row uses. */
export function findUnusedPhotos(rows: readonly CheckedRow[], photos: Photos): string[] {
	const used = new Set(rows.flatMap((row) => row.photos.map((name) => photos.find(name)?.name)));
	return photos.names.filter((name) => !used.has(name));
}
