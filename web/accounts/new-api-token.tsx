import { useState } from 'react';
import * as apiTokensText from '../../contract/text/api-tokens.ts';
import * as commonText from '../../contract/text/common.ts';
import { Button } from '../ui/button.tsx';
import { takeFocus } from '../ui/take-focus.ts';

interface NewApiTokenProps {
	token: string;
	/** Copies the text to the clipboard; resolves to whether that succeeded. */
	copy: (text: string) => Promise<boolean>;
	onDone: () => void;
}

/** Shows a new API token. It cannot be shown again, because the server stores only its hash. */
export function NewApiToken({ token, copy, onDone }: NewApiTokenProps) {
	const [copied, setCopied] = useState<boolean | null>(null);
	return (
		<section
			ref={takeFocus}
			tabIndex={-1}
			aria-label={apiTokensText.madeTitle}
			className="mb-4 rounded-control bg-marigold-soft p-4"
		>
			<h2 className="text-18">{apiTokensText.madeTitle}</h2>
			<p className="mt-1 text-14">{apiTokensText.madeHint}</p>
			<p className="mt-3 font-mono text-14 wrap-anywhere select-all">{token}</p>
			<div className="mt-4 flex flex-wrap items-center gap-2">
				<Button onClick={() => void copy(token).then(setCopied)}>{commonText.copy}</Button>
				<Button variant="quiet" onClick={onDone}>
					{apiTokensText.copiedDone}
				</Button>
				<span role="status" className="text-14">
					{copied === true && commonText.copied}
					{copied === false && apiTokensText.copyFailed}
				</span>
			</div>
		</section>
	);
}
