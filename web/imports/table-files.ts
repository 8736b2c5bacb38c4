import type { OwnAdDetails } from '../../contract/ads/ads.ts';
import type { Client } from '../../contract/core/client.ts';
import { formatCsv } from '../../contract/core/csv.ts';
import * as limits from '../../contract/core/limits.ts';
import { importLimits } from '../../contract/imports/import-limits.ts';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as adsText from '../../text/shared/ads.ts';
import * as importText from '../../text/web/import.ts';
import { toAdFields } from '../ads/ad-form.ts';
import { columnNames, getColumnHeading, type ReadTable, readTable, type TableCells } from './columns.ts';
import { parseCsv } from './csv.ts';

const csvType = 'text/csv';

function makeFile(name: string, rows: readonly TableCells[]): File {
	const cells = rows.map((row) => columnNames.map((column) => row[column]));
	return new File([formatCsv(columnNames.map(getColumnHeading), cells)], name, { type: csvType });
}

/** Makes a table with two example ads. The file has the short name of the market. */
export function makeTemplate(slug: string): File {
	return makeFile(`${slug}-ads.csv`, importText.templateRows);
}

/** Makes a table of ads. Its last column has the addresses of the photos, which an import does not take. */
export function makeExport(ads: readonly OwnAdDetails[], origin: string, slug: string): File {
	const rows = ads.map((ad): TableCells => {
		const fields = toAdFields(ad);
		return {
			...fields,
			negotiable: ad.negotiable ? importText.yes : '',
			condition: ad.condition === null ? '' : adsText.conditionNames[ad.condition],
			delivery: ad.delivery.map((option) => adOptionsText.deliveryNames[option]).join(' | '),
			photos: ad.gallery.map(({ url }) => new URL(url, origin).href).join(' | '),
		};
	});
	return makeFile(`${slug}-my-ads.csv`, rows);
}

/** Reads all picture ads of the account. */
export async function listOwnPictureAds(api: Client, onProgress: (count: number) => void): Promise<OwnAdDetails[]> {
	const ads: OwnAdDetails[] = [];
	for (let cursor: string | null = ''; cursor !== null; ) {
		const query = { limit: limits.page.max, ...(cursor && { cursor }) };
		const page = await api.listMyAdDetails({ query });
		ads.push(...page.items);
		onProgress(ads.length);
		cursor = page.next_cursor;
	}
	return ads;
}

/** Reads the table of a file. Returns the message for the user if it cannot be used. */
export async function readTableFile(file: File): Promise<ReadTable | string> {
	if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) return importText.spreadsheetFile;
	if (file.size > importLimits.csvBytes) return importText.csvTooLarge(importLimits.csvBytes / limits.megabyte);
	const text = decode(await file.arrayBuffer());
	if (spreadsheetStarts.some((start) => text.startsWith(start))) return importText.spreadsheetFile;
	// Pictures and other binary files contain the character 0, which no text has.
	if (text.includes('\0')) return importText.notTable;
	const table = parseCsv(text);
	if (typeof table === 'number') return importText.wrongQuote(table);
	const read = readTable(table);
	if (read.missing.length > 0) return importText.columnsMissing(read.missing);
	if (read.rows.length === 0) return importText.noRows;
	if (read.rows.length > importLimits.ads) return importText.tooManyRows(read.rows.length, importLimits.ads);
	return read;
}

/** First bytes of XLSX and ODS, and of XLS, as Windows-1252. */
const spreadsheetStarts = ['PK\x03\x04', 'ÐÏ\x11à'];

/** Decodes UTF-16 as Excel saves 'Unicode Text', UTF-8, or the character set in which Excel saves a plain CSV on Windows. */
function decode(bytes: ArrayBuffer): string {
	const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
	if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}
