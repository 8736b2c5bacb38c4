import { Check, Code, Copy, Share } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import * as messages from '../../contract/core/messages.ts';
import { buildEmbedCode, parseAdPath } from '../../contract/syndication/syndication.ts';
import * as commonText from '../../text/shared/common.ts';
import * as sharingText from '../../text/web/sharing.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { controlClasses, Field } from '../ui/field.tsx';
import { toast } from '../ui/toast.ts';
import { copyText } from './copy-text.ts';
import { buildShareUrls } from './share-urls.ts';
import { FacebookLogo, WhatsAppLogo, XLogo } from './social-logos.tsx';

export interface ShareDialogProps {
	open: boolean;
	onClose: () => void;
	title: string;
	path: string;
	what: keyof typeof sharingText.titles;
}

export function ShareDialog({ open, onClose, title, path, what }: ShareDialogProps) {
	const address = new URL(path, location.origin).href;
	const adId = parseAdPath(path);
	const { facebook, x, whatsapp } = buildShareUrls({ address, title });
	return (
		<Dialog open={open} onClose={onClose} title={sharingText.titles[what]} description={title}>
			<div className="flex flex-col gap-5">
				<ul className="grid auto-cols-fr grid-flow-col gap-1">
					<Network
						href={whatsapp}
						name={commonText.whatsapp}
						colorClasses="bg-[#25d366] text-[#06251a]"
						mark={<WhatsAppLogo />}
					/>
					<Network
						href={facebook}
						name={sharingText.facebook}
						colorClasses="bg-[#0866ff] text-white"
						mark={<FacebookLogo />}
					/>
					<Network href={x} name={sharingText.x} colorClasses="bg-ink text-page" mark={<XLogo />} />
					{hasShareSheet() && (
						<li>
							<button
								type="button"
								className={itemClasses}
								onClick={() => void navigator.share({ title, url: address }).catch(() => {})}
							>
								<span className={`${circleClasses} bg-sunken text-ink`}>
									<Share aria-hidden className="size-6" />
								</span>
								{sharingText.more}
							</button>
						</li>
					)}
				</ul>
				<LinkField address={address} />
				{adId !== null && <EmbedCodeButton code={buildEmbedCode({ id: adId, title }, location.origin)} />}
			</div>
		</Dialog>
	);
}

const itemClasses =
	'group flex min-h-22 w-full flex-col items-center justify-center gap-2 rounded-control font-medium text-14 transition-colors hover:bg-sunken';
const circleClasses =
	'inline-flex size-14 items-center justify-center rounded-full transition-transform group-active:scale-95';

function Network({
	href,
	name,
	colorClasses,
	mark,
}: {
	href: string;
	name: string;
	colorClasses: string;
	mark: ReactNode;
}) {
	return (
		<li>
			<a href={href} target="_blank" rel="noopener" className={itemClasses}>
				<span className={`${circleClasses} ${colorClasses}`}>{mark}</span>
				{name}
				<span className="sr-only">{commonText.opensInNewTab}</span>
			</a>
		</li>
	);
}

function EmbedCodeButton({ code }: { code: string }) {
	async function copy() {
		if (await copyText(code)) toast(sharingText.embedCodeCopied);
		else toast(sharingText.embedCodeFailed, 'error');
	}

	return (
		<Button variant="quiet" className="self-start" onClick={() => void copy()}>
			<Code aria-hidden className="size-5" />
			{sharingText.copyEmbedCode}
		</Button>
	);
}

function LinkField({ address }: { address: string }) {
	const field = useRef<HTMLInputElement>(null);
	const [copied, setCopied] = useState(false);

	async function copy() {
		const done = await copyText(address, field.current);
		setCopied(done);
		if (done) toast(messages.linkCopied);
		else field.current?.select();
	}

	return (
		<Field label={sharingText.link}>
			{(control) => (
				<div className="flex gap-2">
					<input
						ref={field}
						readOnly
						value={address}
						onFocus={(event) => event.target.select()}
						className={`${controlClasses} min-w-0 flex-1 text-ellipsis text-14`}
						{...control}
					/>
					<Button onClick={() => void copy()}>
						{copied ? <Check aria-hidden className="size-5" /> : <Copy aria-hidden className="size-5" />}
						{commonText.copy}
					</Button>
				</div>
			)}
		</Field>
	);
}

/** Returns whether to offer the phone's share sheet. On a desktop, social networks and the link are more useful. */
function hasShareSheet(): boolean {
	return typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
}
