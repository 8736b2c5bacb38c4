import { Captions, X } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { parseCaptions } from '../../contract/media/captions.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import * as captionsText from '../../text/shared/captions.ts';
import * as commonText from '../../text/shared/common.ts';
import type { ApiFormState } from '../data/api-form.tsx';
import { formatDuration } from '../platform/duration.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { AdFields } from './ad-form.ts';
import { readCaptionsFile } from './captions-file.ts';

interface CaptionsFieldProps {
	form: Pick<ApiFormState<AdFields>, 'field' | 'watch' | 'setValue'>;
}

/** Caption file of a video ad. The form holds its text, which is valid. A file with an error changes nothing. */
export function CaptionsField({ form }: CaptionsFieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const [rejection, setRejection] = useState<string>();
	/** Captions that the seller has just removed; empty if there are none. */
	const [removed, setRemoved] = useState('');
	const { name, error } = form.field('captions');
	const captions = form.watch('captions');

	function setCaptions(text: string) {
		form.setValue('captions', text, { shouldDirty: true });
		setRejection(undefined);
		setRemoved(text === '' ? captions : '');
	}

	async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
		const file = currentTarget.files?.[0];
		if (!file) return;
		const read = await readCaptionsFile(file);
		// Choosing the same file again fires an event only after this reset.
		currentTarget.value = '';
		if (read.error === undefined) setCaptions(read.captions);
		else setRejection(read.error);
	}

	/** Removes the captions or brings them back. The pressed button disappears, so the input gets the focus. */
	function replaceBy(text: string) {
		setCaptions(text);
		input.current?.focus();
	}

	return (
		<div className="flex flex-col gap-1">
			<Field label={captionsText.label} optional hint={captionsText.hint} error={rejection ?? error}>
				{(control) => (
					<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
						<div role="status" className="min-w-0 basis-full empty:hidden">
							{removed === '' ? <CaptionsSummary captions={captions} /> : captionsText.removed}
						</div>
						<label className="inline-flex min-h-11 cursor-pointer items-center rounded-control bg-sunken px-4 font-semibold has-disabled:cursor-not-allowed has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2 hover:bg-line">
							<input
								{...control}
								ref={input}
								type="file"
								name={name}
								accept=".vtt,.srt,text/vtt"
								onChange={(event) => void choose(event)}
								className="sr-only"
							/>
							{captions === '' ? captionsText.choose : captionsText.replace}
						</label>
						{captions !== '' && (
							<IconButton label={captionsText.remove} onClick={() => replaceBy('')}>
								<X aria-hidden className="size-5" />
							</IconButton>
						)}
						{removed !== '' && (
							<Button variant="plain" onClick={() => replaceBy(removed)}>
								{commonText.undo}
							</Button>
						)}
						{captions === '' && removed === '' && (
							<span className="text-14 text-quiet">{captionsText.chooseHint(mediaLimits.captions.max / 1000)}</span>
						)}
					</div>
				)}
			</Field>
			<details className="text-14">
				<summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-leaf">
					{captionsText.howTo}
				</summary>
				<p className="text-quiet">{captionsText.howToSteps}</p>
				<pre className="mt-2 overflow-x-auto rounded-control bg-sunken p-3">{captionsText.example}</pre>
			</details>
		</div>
	);
}

/** Number, times and first line of the captions, from which the seller recognizes the file. */
function CaptionsSummary({ captions: text }: { captions: string }) {
	const { captions = [] } = parseCaptions(text);
	const [first, last] = [captions[0], captions.at(-1)];
	const formatTime = (milliseconds: number) => formatDuration(milliseconds / 1000);
	if (!first || !last) return null;
	return (
		<div className="flex items-start gap-2 rounded-control border border-line p-3">
			<Captions aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
			<div className="min-w-0 text-14">
				<p className="font-semibold tabular-nums">
					{captionsText.summary(captions.length, formatTime(first.start), formatTime(last.end))}
				</p>
				<p className="truncate text-quiet">“{first.text}”</p>
			</div>
		</div>
	);
}
