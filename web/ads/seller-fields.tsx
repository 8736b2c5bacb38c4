import { Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '../../contract/accounts/accounts.ts';
import { explainPrice, parsePrice } from '../../contract/ads/read-price.ts';
import { formatPhone } from '../../contract/core/format-phone.ts';
import { formatNaira } from '../../contract/core/money.ts';
import { normalizePhone } from '../../contract/core/phone.ts';
import * as contactText from '../../text/shared/contact.ts';
import * as adFormText from '../../text/web/ad-form.ts';
import type { ApiFormState } from '../data/api-form.tsx';
import { Button } from '../ui/button.tsx';
import { PhoneField, TextField } from '../ui/text-field.tsx';
import { type AdFields, hidesPhoneBadge } from './ad-form.ts';
import { ConditionField, FoldedFields, LocationFields, NegotiableField } from './item-fields.tsx';

type FieldsForm = Pick<ApiFormState<AdFields>, 'field' | 'watch' | 'setValue'>;

/** Price, condition, location and delivery of the item. Fields that few ads need are folded. */
export function ItemFields({ form }: { form: FieldsForm }) {
	return (
		<>
			<PriceField form={form} />
			<NegotiableField form={form} />
			<ConditionField form={form} />
			<LocationFields form={form} />
			<FoldedFields form={form} />
		</>
	);
}

function PriceField({ form }: { form: FieldsForm }) {
	const price = form.watch('price');
	const kobo = explainPrice(price) === undefined ? parsePrice(price) : null;
	return (
		<TextField
			label={adFormText.priceInNaira}
			optional
			inputMode="text"
			autoComplete="off"
			placeholder={adFormText.priceExample}
			hint={kobo === null ? undefined : adFormText.pricePreview(formatNaira(kobo))}
			{...form.field('price')}
		/>
	);
}

interface ContactFieldsProps {
	form: FieldsForm;
	/** Numbers of the seller's account, also if its profile hides them. */
	account: AccountNumbers;
	/** True in the form of a new ad, whose numbers an account without a number takes over. */
	isNewAd: boolean;
}

export type AccountNumbers = Pick<Me, 'phone' | 'call_number' | 'verified'>;

/** WhatsApp number, and on request a number for calls. Warns while both are empty, and says which number hides the badge of a verified one. */
export function ContactFields({ form, account, isNewAd }: ContactFieldsProps) {
	const [whatsapp, callNumber] = form.watch(['whatsapp', 'call_number']);
	const [isAdding, setAdding] = useState(false);
	const own = account.phone;
	// A session that an earlier version stored has no `call_number`.
	const hasOwnNumber = own !== null || account.call_number != null;
	const isEmpty = whatsapp.trim() === '';
	return (
		<>
			<div className="flex flex-col gap-1">
				<PhoneField
					label={adFormText.whatsappNumber}
					hint={withBadgeHint(getNumberHint(), whatsapp)}
					{...form.field('whatsapp')}
				/>
				{isEmpty && own !== null && (
					<Button
						variant="plain"
						className="-ml-2 self-start px-2 text-14"
						onClick={() => form.setValue('whatsapp', formatPhone(own), { shouldDirty: true, shouldValidate: true })}
					>
						{adFormText.ownNumberSuggestion(formatPhone(own))}
					</Button>
				)}
			</div>
			{isAdding || callNumber !== '' ? (
				<PhoneField
					label={adFormText.callNumber}
					optional
					hint={withBadgeHint(adFormText.callNumberHint, callNumber)}
					autoFocus={isAdding}
					{...form.field('call_number')}
				/>
			) : (
				<Button variant="plain" className="-mt-3 -ml-2 self-start px-2 text-14" onClick={() => setAdding(true)}>
					<Plus aria-hidden className="size-4.5" />
					{adFormText.addCallNumber}
				</Button>
			)}
			<p role="status" className="-mt-3 text-14 text-marigold empty:hidden">
				{isEmpty && callNumber.trim() === '' && (
					<span className="flex items-start gap-1.5">
						<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
						{contactText.withoutNumber}
					</span>
				)}
			</p>
		</>
	);

	function getNumberHint(): string {
		if (isNewAd && !hasOwnNumber) return adFormText.whatsappFirstHint;
		if (!hasOwnNumber || normalizePhone(whatsapp) === own) return adFormText.whatsappHint;
		return adFormText.whatsappOtherHint;
	}

	function withBadgeHint(hint: string, value: string): string {
		return hidesPhoneBadge(account, value) ? `${hint} ${adFormText.hidesPhoneBadge}` : hint;
	}
}
