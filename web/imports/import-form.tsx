import { ChevronDown, Download, FileSpreadsheet, Images, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Session } from '../../contract/accounts/accounts.ts';
import { NetworkError } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import { importLimits } from '../../contract/imports/import-limits.ts';
import { pictureRejections } from '../../text/shared/media-api.ts';
import * as importText from '../../text/web/import.ts';
import { DropArea } from '../media/drop-area.tsx';
import { useApi } from '../platform/api.ts';
import { useBrand } from '../platform/brand.ts';
import { downloadFile } from '../platform/download-file.ts';
import { getErrorNotice } from '../platform/error-message.ts';
import { useOrigin } from '../platform/page-meta.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.ts';
import { CheckTable } from './check-table.tsx';
import type { ReadTable } from './columns.ts';
import { isHeic, listPhotos, type OpenedFile, openFile, type Photos } from './photos.ts';
import { type CheckedRow, checkRows, findUnusedPhotos } from './rows.ts';
import { Step } from './step.tsx';
import { type StoredImport, storeImport } from './stored-import.ts';
import { listOwnPictureAds, makeExport, makeTemplate, readTableFile } from './table-files.ts';
import { ZipError } from './zip-error.ts';

/** Photos that the server takes in an hour; see `docs/limits.md`. */
const photosPerHour = 600;

interface ImportFormProps {
	session: Session;
	onStart: (stored: StoredImport) => void;
}

interface ChosenTable {
	name: string;
	read: ReadTable | string;
}

interface RejectedFile {
	name: string;
	problem: string;
}

export function ImportForm({ session, onStart }: ImportFormProps) {
	const [table, setTable] = useState<ChosenTable | null>(null);
	const [opened, setOpened] = useState<OpenedFile[]>([]);
	const [rejected, setRejected] = useState<RejectedFile[]>([]);
	/** Number of choices of photos that are being read. */
	const [reading, setReading] = useState(0);
	const [leavesOut, setLeavesOut] = useState(false);
	const [starting, setStarting] = useState(false);
	const [isBlocked, setBlocked] = useState(false);
	const read = table && typeof table.read !== 'string' ? table.read : null;
	const photos = useMemo(() => listPhotos(opened), [opened]);
	const rows = useMemo(() => (read ? checkRows(read, photos, session) : []), [read, photos, session]);
	const good = rows.filter(({ body }) => body !== null);
	const canPost = good.length > 0 && (good.length === rows.length || leavesOut);

	async function chooseTable([file]: File[]) {
		if (!file) return;
		setLeavesOut(false);
		setTable({ name: file.name, read: await readTableFile(file).catch(() => importText.unreadable) });
	}

	async function choosePhotos(chosen: File[]) {
		setRejected([]);
		setReading((count) => count + 1);
		const results = await Promise.all(
			chosen.map((file) =>
				openFile(file).catch((error: unknown): RejectedFile => ({ name: file.name, problem: getProblem(error) })),
			),
		);
		setReading((count) => count - 1);
		setOpened((files) => [...files, ...results.filter((result) => 'file' in result)]);
		setRejected((files) => [...files, ...results.filter((result) => 'problem' in result)]);
	}

	async function post() {
		setStarting(true);
		const files = opened.map(({ file }) => file);
		const stored = await storeImport(session.id, good, files);
		setStarting(false);
		setBlocked(!stored);
		if (stored) onStart(stored);
	}

	return (
		<div className="flex flex-col gap-4">
			<TemplateStep />
			<Step number={2} title={importText.filesStep}>
				<div className="grid gap-3 md:grid-cols-2">
					<FileArea
						Icon={FileSpreadsheet}
						label={importText.chooseTable}
						hint={importText.tableHint(importLimits.csvBytes / limits.megabyte)}
						accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
						onFiles={(files) => void chooseTable(files)}
					/>
					<FileArea
						Icon={Images}
						label={opened.length > 0 ? importText.addPhotos : importText.choosePhotos}
						hint={importText.photosHint}
						accept=".zip,application/zip,image/jpeg,image/png,image/webp"
						multiple
						onFiles={(files) => void choosePhotos(files)}
					/>
				</div>
				<ul className="flex flex-col gap-2 empty:hidden" aria-live="polite">
					{table && (
						<ChosenFile
							name={table.name}
							detail={read && importText.rowCount(read.rows.length)}
							problem={read ? null : String(table.read)}
							onRemove={() => setTable(null)}
						/>
					)}
					{opened.length > 0 && (
						<ChosenFile
							name={(opened.length === 1 && opened[0]?.file.name) || importText.photos}
							detail={importText.photoCount(photos.names.length)}
							problem={null}
							onRemove={() => setOpened([])}
						/>
					)}
					{rejected.map((file) => (
						<ChosenFile
							key={file.name}
							name={file.name}
							detail={null}
							problem={file.problem}
							onRemove={() => setRejected((files) => files.filter((other) => other !== file))}
						/>
					))}
					{reading > 0 && <li className="px-4 py-2 text-quiet">{importText.reading}</li>}
				</ul>
			</Step>
			<Step number={3} title={importText.checkStep}>
				{rows.length === 0 ? (
					<p className="text-quiet">{importText.checkEmpty}</p>
				) : (
					<>
						<CheckSummary rows={rows} good={good.length} />
						<Warnings read={read} rows={rows} photos={photos} />
						<CheckTable rows={rows} />
						{good.length > 0 && good.length < rows.length && (
							<Switch
								label={importText.skipBad(rows.length - good.length)}
								checked={leavesOut}
								onChange={({ target }) => setLeavesOut(target.checked)}
							/>
						)}
					</>
				)}
			</Step>
			<Step number={4} title={importText.postStep}>
				<p className="text-quiet">{importText.postHint(good.length)}</p>
				{good.reduce((sum, row) => sum + row.photos.length, 0) > photosPerHour && (
					<p className="text-quiet">{importText.manyPhotosHint(photosPerHour)}</p>
				)}
				{isBlocked && (
					<p role="alert" className="text-danger">
						{importText.otherUnfinished}
					</p>
				)}
				<Button size="large" disabled={!canPost} loading={starting} onClick={() => void post()}>
					{importText.post(canPost ? good.length : rows.length)}
				</Button>
			</Step>
		</div>
	);
}

/** Returns why a chosen file cannot be read. */
function getProblem(error: unknown): string {
	return error instanceof ZipError || error instanceof NetworkError ? getErrorNotice(error) : importText.unreadable;
}

function TemplateStep() {
	const api = useApi();
	const origin = useOrigin();
	const { slug } = useBrand();
	const [exported, setExported] = useState<number | null>(null);

	async function exportAds() {
		setExported(0);
		try {
			const ads = await listOwnPictureAds(api, setExported);
			if (ads.length === 0) toast(importText.nothingToExport);
			else downloadFile(makeExport(ads, origin, slug));
		} catch (error) {
			toast(getErrorNotice(error), 'error');
		}
		setExported(null);
	}

	return (
		<Step number={1} title={importText.templateStep}>
			<p className="text-quiet">{importText.templateHint}</p>
			<details className="group">
				<summary className="flex min-h-11 cursor-pointer items-center gap-1 font-semibold text-leaf">
					{importText.columnsTitle}
					<ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
				</summary>
				<dl className="mt-1 grid gap-x-4 gap-y-1 text-14 md:grid-cols-[auto_1fr]">
					{importText.columnsHint.map(([name, hint]) => (
						<div key={name} className="contents">
							<dt className="font-semibold">{name}</dt>
							<dd className="mb-1 text-quiet">{hint}</dd>
						</div>
					))}
				</dl>
			</details>
			<div className="flex flex-wrap gap-2">
				<Button onClick={() => downloadFile(makeTemplate(slug))}>
					<Download aria-hidden className="size-5" />
					{importText.downloadTemplate}
				</Button>
				<Button variant="quiet" loading={exported !== null} onClick={() => void exportAds()}>
					{exported ? importText.exporting(exported) : importText.exportAds}
				</Button>
			</div>
			<p className="text-14 text-quiet">{importText.exportHint}</p>
		</Step>
	);
}

interface FileAreaProps {
	Icon: typeof Images;
	label: string;
	hint: string;
	accept: string;
	multiple?: boolean;
	onFiles: (files: File[]) => void;
}

function FileArea({ Icon, label, hint, ...area }: FileAreaProps) {
	return (
		<DropArea label={label} className="min-h-32 gap-1 px-4 py-5" {...area}>
			<Icon aria-hidden className="size-7 text-leaf" />
			<span className="font-semibold">{label}</span>
			<span className="text-14 text-quiet">{hint}</span>
		</DropArea>
	);
}

interface ChosenFileProps {
	name: string;
	detail: string | null;
	problem: string | null;
	onRemove: () => void;
}

function ChosenFile({ name, detail, problem, onRemove }: ChosenFileProps) {
	return (
		<li className="flex items-center gap-3 rounded-control bg-sunken py-1 pr-1 pl-4">
			<span className="min-w-0 flex-1 py-2">
				<span className="block truncate font-semibold">{name}</span>
				{detail !== null && <span className="block text-14 text-quiet">{detail}</span>}
				{problem !== null && (
					<span role="alert" className="block text-14 text-danger">
						{problem}
					</span>
				)}
			</span>
			<IconButton label={importText.removeFile(name)} onClick={onRemove}>
				<X aria-hidden className="size-5" />
			</IconButton>
		</li>
	);
}

function CheckSummary({ rows, good }: { rows: readonly CheckedRow[]; good: number }) {
	const bad = rows.length - good;
	return (
		<div aria-live="polite">
			<p className="font-semibold">{bad === 0 ? importText.allGood(good) : importText.someBad(bad, rows.length)}</p>
			{bad > 0 && <p className="text-14 text-quiet">{importText.fixHint}</p>}
		</div>
	);
}

interface WarningsProps {
	read: ReadTable | null;
	rows: readonly CheckedRow[];
	photos: Photos;
}

function Warnings({ read, rows, photos }: WarningsProps) {
	const unused = findUnusedPhotos(rows, photos);
	const ignored = photos.ignored.filter((name) => !isHeic(name));
	const numberless = rows.filter(({ body }) => body && !body.whatsapp && !body.call_number).length;
	const warnings: ReactNode[] = [
		numberless > 0 && importText.noNumber(numberless),
		read && read.unknown.length > 0 && importText.columnsUnknown(shorten(read.unknown)),
		...(read?.repeated ?? []).map(({ used, unused }) => importText.columnsRepeated(used, unused)),
		unused.length > 0 && importText.photosUnused(unused.length, shorten(unused)),
		photos.repeated.length > 0 && importText.photosRepeated(shorten(photos.repeated)),
		ignored.length > 0 && importText.filesIgnored(shorten(ignored)),
		ignored.length < photos.ignored.length && pictureRejections.heic,
	].filter(Boolean);
	if (warnings.length === 0) return null;
	return (
		<ul className="flex list-disc flex-col gap-1 pl-5 text-14 text-quiet">
			{warnings.map((warning) => (
				<li key={String(warning)} className="wrap-anywhere">
					{warning}
				</li>
			))}
		</ul>
	);
}

/** Names at most five of many. */
function shorten(names: readonly string[]): string[] {
	return names.length <= 5 ? [...names] : [importText.more(names.slice(0, 4), names.length - 4)];
}
