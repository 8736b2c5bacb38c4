import { useState } from 'react';
import * as commonText from '../../contract/text/common.ts';
import { Button } from './button.tsx';
import { takeFocus } from './take-focus.ts';

interface OneTimeSecretProps {
	secret: string;
	title: string;
	hint: string;
	/** Text that asks to copy by hand, for a browser that cannot copy. */
	copyFailed: string;
	/** Label of the button that hides the secret. */
	done: string;
	/** Copies the text to the clipboard; resolves to whether that succeeded. */
	copy: (text: string) => Promise<boolean>;
	onDone: () => void;
}

/** Shows a new secret that cannot be shown again. */
export function OneTimeSecret({ secret, title, hint, copyFailed, done, copy, onDone }: OneTimeSecretProps) {
	const [copied, setCopied] = useState<boolean | null>(null);
	return (
		<section ref={takeFocus} tabIndex={-1} aria-label={title} className="mb-4 rounded-control bg-marigold-soft p-4">
			<h2 className="text-18">{title}</h2>
			<p className="mt-1 text-14">{hint}</p>
			<p className="mt-3 font-mono text-14 wrap-anywhere select-all">{secret}</p>
			<div className="mt-4 flex flex-wrap items-center gap-2">
				<Button onClick={() => void copy(secret).then(setCopied)}>{commonText.copy}</Button>
				<Button variant="quiet" onClick={onDone}>
					{done}
				</Button>
				<span role="status" className="text-14">
					{copied === true && commonText.copied}
					{copied === false && copyFailed}
				</span>
			</div>
		</section>
	);
}
