import { type ReactNode, useState } from 'react';
import * as commonText from '../../text/shared/common.ts';
import * as oneTimeSecretText from '../../text/web/one-time-secret.ts';
import { Button } from './button.tsx';
import { takeFocus } from './take-focus.ts';

interface OneTimeSecretProps {
	/** Text that the button copies. */
	secret: string;
	title: string;
	/** Heading level of the title: one below the heading above it. */
	level: 2 | 3;
	hint: string;
	/** Label of the button that hides the secret. */
	done: string;
	/** Copies the text to the clipboard; resolves to whether that succeeded. */
	copy: (text: string) => Promise<boolean>;
	onDone: () => void;
	/** The secret as people see it. */
	children: ReactNode;
}

/** Shows a new secret that cannot be shown again. */
export function OneTimeSecret({ secret, title, level, hint, done, copy, onDone, children }: OneTimeSecretProps) {
	const Heading = `h${level}` as const;
	const [copied, setCopied] = useState<boolean | null>(null);
	return (
		<section ref={takeFocus} tabIndex={-1} aria-label={title} className="rounded-control bg-marigold-soft p-4">
			<Heading className={level === 2 ? 'text-18' : 'text-16'}>{title}</Heading>
			<p className="mt-1 text-14">{hint}</p>
			<div className="mt-3 font-mono text-14 wrap-anywhere select-all">{children}</div>
			<div className="mt-4 flex flex-wrap items-center gap-2">
				<Button onClick={() => void copy(secret).then(setCopied)}>{commonText.copy}</Button>
				<Button variant="quiet" onClick={onDone}>
					{done}
				</Button>
				<span role="status" className="text-14">
					{copied === true && commonText.copied}
					{copied === false && oneTimeSecretText.copyFailed}
				</span>
			</div>
		</section>
	);
}
