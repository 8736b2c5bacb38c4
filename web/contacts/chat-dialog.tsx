import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import type { Ad } from '../../contract/ads/ads.ts';
import { explainPrice, parsePrice } from '../../contract/ads/read-price.ts';
import * as limits from '../../contract/core/limits.ts';
import { formatNaira } from '../../contract/core/money.ts';
import { contactLinkPath } from '../../contract/core/page-paths.ts';
import * as commonText from '../../text/shared/common.ts';
import * as contactText from '../../text/shared/contact.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as adFormText from '../../text/web/ad-form.ts';
import type { ContactTap } from '../platform/track.ts';
import { WhatsAppLogo } from '../sharing/social-logos.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

export interface ChatDialogProps {
	/** What the buyer enters: a price, or where to deliver. */
	kind: 'offer' | 'delivery';
	ad: Pick<Ad, 'id' | 'title' | 'price'>;
	/** Place of the buyer, which fills in the field. */
	place: string | null;
	/** Returns the click handler of a link that contacts the seller. `onOpen` is called when the link opens, after a warning if any. */
	getClickHandler: (href: string, kind: ContactTap, onOpen?: () => void) => (event: MouseEvent) => void;
	onClose: () => void;
}

/** Asks a buyer for the price of an offer or for a place, and opens a WhatsApp chat that says it. */
export function ChatDialog({ kind, ad, place, getClickHandler, onClose }: ChatDialogProps) {
	const isOffer = kind === 'offer';
	const [text, setText] = useState(isOffer ? '' : (place ?? ''));
	const [error, setError] = useState<string>();
	const link = useRef<HTMLAnchorElement>(null);

	function send(event: FormEvent) {
		event.preventDefault();
		const problem = isOffer ? validateOffer(text) : validatePlace(text);
		setError(problem);
		if (problem) return;
		// A click on a link opens WhatsApp where a script that opens a window would be blocked.
		link.current?.click();
	}

	const words = isOffer ? contactText.offer(formatOffer(text)) : contactText.deliveryTo(text.trim());
	const href = contactLinkPath(ad.id, 'whatsapp', words);
	return (
		<Dialog
			open
			focusFirstField
			onClose={onClose}
			title={isOffer ? contactText.offerTitle : contactText.deliveryTitle}
			description={ad.title}
		>
			<form noValidate onSubmit={send} className="flex flex-col gap-4">
				<TextField
					label={isOffer ? contactText.yourOffer : contactText.deliveryPlace}
					value={text}
					error={error}
					hint={isOffer && ad.price !== null ? contactText.listedPrice(ad.price) : undefined}
					placeholder={isOffer ? adFormText.priceExample : commonText.placeExample}
					autoComplete={isOffer ? 'off' : 'address-level2'}
					onChange={({ target }) => {
						setText(target.value);
						setError(undefined);
					}}
				/>
				<p className="text-14 text-quiet">{contactText.messageHint}</p>
				<Button type="submit" size="large" fullWidth>
					<WhatsAppLogo />
					{contactText.continueOnWhatsapp}
				</Button>
				<a
					ref={link}
					href={href}
					onClick={getClickHandler(href, isOffer ? 'offer' : 'whatsapp', onClose)}
					target="_blank"
					rel="noopener nofollow ugc"
					hidden
				>
					{commonText.chatOnWhatsapp}
				</a>
			</form>
		</Dialog>
	);
}

function formatOffer(text: string): string {
	const kobo = parsePrice(text);
	return kobo === null || Number.isNaN(kobo) ? '' : formatNaira(kobo);
}

const validateOffer = (text: string) => (parsePrice(text) === null ? contactText.offerMissing : explainPrice(text));

function validatePlace(text: string): string | undefined {
	if (text.trim() === '') return contactText.deliveryPlaceMissing;
	return text.trim().length > limits.place.max ? validationText.atMostCharacters(limits.place.max) : undefined;
}
