import { MessageCircleQuestion, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Person } from '../../contract/accounts/accounts.ts';
import type { Ad } from '../../contract/ads/ads.ts';
import { contactLinkPath } from '../../contract/core/page-paths.ts';
import * as commonText from '../../text/shared/common.ts';
import * as contactText from '../../text/shared/contact.ts';
import { getSession, useSession } from '../accounts/session.ts';
import { useSendOrQueue } from '../platform/outbox.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { type ContactTap, trackContact } from '../platform/track.ts';
import { WhatsAppLogo } from '../sharing/social-logos.tsx';
import { classes } from '../ui/classes.ts';
import { lazyPart } from '../ui/use-lazy-component.ts';
import type { ChatDialogProps } from './chat-dialog.tsx';
import { contactBarClasses } from './contact-bar.tsx';
import { useCaution } from './use-caution.tsx';

export interface ContactSellerProps {
	ad: Pick<Ad, 'id' | 'format' | 'title' | 'price' | 'state' | 'has_whatsapp' | 'has_call_number'>;
	seller: Pick<Person, 'user_name' | 'display_name' | 'caution'>;
	/** Called with a question for the comment form; empty if the buyer writes it. */
	onAsk: (question: string) => void;
	/** Whether the action is part of a dialog, instead of a bar above the bottom bar on phones. */
	inDialog?: boolean;
}

const ChatDialog = lazyPart(async () => (await import('./chat-dialog.tsx')).ChatDialog);

/** Returns the click handler of a contact link. */
type GetClickHandler = ChatDialogProps['getClickHandler'];

/**
 * How a buyer gets in touch about an ad: one action that stays above the bottom bar on phones, and quick questions. Without a WhatsApp
 * number they lead to the comments. A buyer sees nothing for a sold ad.
 */
export function ContactSeller({ ad, seller, onAsk, inDialog = false }: ContactSellerProps) {
	const session = useSession();
	const record = useRecordContact(ad.id, seller.user_name);
	const { guard, dialog } = useCaution(seller.caution);
	if (ad.state === 'sold') return null;
	const getClickHandler: GetClickHandler = (href, kind, onOpen) =>
		guard(href, () => {
			record(kind);
			onOpen?.();
		});
	const { has_whatsapp } = ad;
	return (
		<div className="flex flex-col gap-3">
			<ContactBar ad={ad} onAsk={onAsk} inDialog={inDialog} getClickHandler={getClickHandler} />
			{has_whatsapp ? (
				<WhatsAppQuestions ad={ad} place={session?.place ?? null} getClickHandler={getClickHandler} />
			) : (
				<QuickQuestions onAsk={onAsk} />
			)}
			{!has_whatsapp && <p className="text-14 text-quiet">{contactText.questionIsPublic}</p>}
			{session && (has_whatsapp || ad.has_call_number) && (
				<p className="text-14 text-quiet">{contactText.sellerSeesName(seller.display_name || seller.user_name)}</p>
			)}
			{dialog}
		</div>
	);
}

interface ContactBarProps extends Required<Pick<ContactSellerProps, 'ad' | 'onAsk' | 'inDialog'>> {
	getClickHandler: GetClickHandler;
}

const actionClasses =
	'flex min-h-13 flex-1 items-center justify-center gap-2.5 rounded-control bg-leaf font-semibold text-on-leaf transition-colors hover:bg-leaf-strong';

function ContactBar({ ad, onAsk, inDialog, getClickHandler }: ContactBarProps) {
	const [chat, call] = [contactLinkPath(ad.id, 'whatsapp'), contactLinkPath(ad.id, 'call')];
	return (
		<div className={classes('flex gap-2', !inDialog && contactBarClasses)}>
			{ad.has_whatsapp ? (
				<a
					href={chat}
					target="_blank"
					rel="noopener nofollow ugc"
					onClick={getClickHandler(chat, 'whatsapp')}
					className={actionClasses}
				>
					<WhatsAppLogo />
					{commonText.chatOnWhatsapp}
					<span className="sr-only">{commonText.opensInNewTab}</span>
				</a>
			) : (
				<button type="button" onClick={() => onAsk('')} className={actionClasses}>
					<MessageCircleQuestion aria-hidden className="size-5.5" />
					{contactText.askSeller}
				</button>
			)}
			{ad.has_call_number && (
				<a
					href={call}
					rel="nofollow ugc"
					onClick={getClickHandler(call, 'call')}
					aria-label={contactText.callSeller}
					className="flex min-h-13 items-center justify-center gap-2 rounded-control bg-sunken px-4 font-semibold transition-colors hover:bg-line"
				>
					<Phone aria-hidden className="size-5" />
					{contactText.call}
				</a>
			)}
		</div>
	);
}

const questionClasses =
	'inline-flex min-h-11 items-center rounded-full border border-edge bg-card px-4 text-14 transition-colors hover:border-leaf hover:text-leaf';

/** Questions that go into the comment form. */
function QuickQuestions({ onAsk }: Pick<ContactSellerProps, 'onAsk'>) {
	const questions = [
		[contactText.isAvailable, contactText.isAvailable],
		[contactText.lastPrice, contactText.lastPrice],
		[contactText.delivery, contactText.deliveryBeginning],
	] as const;
	return (
		<QuestionList>
			{questions.map(([label, question]) => (
				<li key={label}>
					<button type="button" onClick={() => onAsk(question)} className={questionClasses}>
						{label}
					</button>
				</li>
			))}
		</QuestionList>
	);
}

const dialogButtons = [
	['delivery', contactText.delivery],
	['offer', contactText.makeOffer],
] as const;

interface WhatsAppQuestionsProps extends Pick<ChatDialogProps, 'ad' | 'place' | 'getClickHandler'> {}

/** Questions that open a WhatsApp chat. */
function WhatsAppQuestions({ ad, place, getClickHandler }: WhatsAppQuestionsProps) {
	const [open, setOpen] = useState<ChatDialogProps['kind'] | null>(null);
	return (
		<>
			<QuestionList>
				{[contactText.isAvailable, contactText.lastPrice].map((question) => {
					const href = contactLinkPath(ad.id, 'whatsapp', question);
					return (
						<li key={question}>
							<a
								href={href}
								target="_blank"
								rel="noopener nofollow ugc"
								onClick={getClickHandler(href, 'whatsapp')}
								className={questionClasses}
							>
								{question}
								<span className="sr-only">{commonText.opensInNewTab}</span>
							</a>
						</li>
					);
				})}
				{dialogButtons.map(([kind, label]) => (
					<li key={kind}>
						<button type="button" aria-haspopup="dialog" onClick={() => setOpen(kind)} className={questionClasses}>
							{label}
						</button>
					</li>
				))}
			</QuestionList>
			{open && (
				<ChatDialog kind={open} ad={ad} place={place} getClickHandler={getClickHandler} onClose={() => setOpen(null)} />
			)}
		</>
	);
}

function QuestionList({ children }: { children: ReactNode }) {
	return (
		<ul aria-label={contactText.questionsLabel} className="flex flex-wrap gap-2">
			{children}
		</ul>
	);
}

/** Returns padding for the end of an ad's page, so that the contact bar covers nothing on phones. */
export function getContactBarPaddingClass({ state }: Pick<Ad, 'state'>): string {
	return classes(state !== 'sold' && 'pb-10 wide:pb-0');
}

/**
 * Returns a function that counts a buyer's tap on a contact link, and tells the seller who a logged-in buyer is. Taps by the seller are
 * ignored. `seller` is the seller's user name.
 */
function useRecordContact(adId: number, seller: string) {
	const sendOrQueue = useSendOrQueue();
	return (kind: ContactTap) => {
		const session = getSession();
		if (session?.user_name === seller) return;
		trackContact(adId, kind);
		if (!session) return;
		const input = { params: { id: String(adId), kind } };
		const options = { slot: `contact ${adId}`, key: generateRandomKey() };
		// A rejected call, for example beyond the daily quota, must not keep the buyer from the chat.
		sendOrQueue('recordContact', input, options).catch(() => {});
	};
}
