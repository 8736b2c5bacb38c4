import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import * as commonText from '../../text/shared/common.ts';
import * as contactText from '../../text/shared/contact.ts';
import { useApi } from '../platform/api.ts';
import { getErrorNotice } from '../platform/error-message.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { ContactList } from './contact-list.tsx';
import { contactsQuery } from './queries.ts';

interface BuyerDialogProps {
	/** A sold ad of the user. */
	ad: { id: number; title: string };
	onClose: () => void;
}

/** Asks the seller of a sold ad who bought the item, from those who got in touch. */
export function BuyerDialog({ ad, onClose }: BuyerDialogProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const query = useInfiniteQuery(contactsQuery(api, ad.id));
	const saved = query.data?.find(({ bought }) => bought)?.buyer.id ?? null;
	const [choice, setChoice] = useState<number | null>();
	const buyerId = choice === undefined ? saved : choice;
	const saving = useMutation({
		mutationFn: () => api.setBuyer({ params: { id: String(ad.id) }, body: { buyer_id: buyerId } }),
		onSuccess: () => {
			void queryClient.invalidateQueries({ queryKey: ['contacts', ad.id] });
			if (buyerId !== null && buyerId !== saved) toast(contactText.buyerSaved);
			onClose();
		},
		onError: (error) => toast(getErrorNotice(error), 'error'),
	});
	return (
		<Dialog open onClose={onClose} title={contactText.buyerTitle} description={<span dir="auto">{ad.title}</span>}>
			<ContactList query={query}>
				{(contacts) => (
					<form
						onSubmit={(event) => {
							event.preventDefault();
							if (choice === undefined) onClose();
							// A second click may come while the dialog closes.
							else if (!saving.isPending && !saving.isSuccess) saving.mutate();
						}}
						className="flex flex-col gap-4"
					>
						<fieldset className="flex flex-col divide-y divide-line">
							<legend className="sr-only">{contactText.buyerTitle}</legend>
							{contacts.map(({ buyer, kind }) => {
								const name = buyer.display_name || buyer.user_name;
								return (
									<BuyerOption key={buyer.id} isChecked={buyerId === buyer.id} onChoose={() => setChoice(buyer.id)}>
										<Avatar name={name} image={buyer.user_image} />
										<span className="min-w-0">
											<span className="block truncate font-semibold">{name}</span>
											<span className="block text-14 text-quiet">{contactText.kinds[kind]}</span>
										</span>
									</BuyerOption>
								);
							})}
							<BuyerOption isChecked={buyerId === null} onChoose={() => setChoice(null)}>
								{contactText.otherBuyer}
							</BuyerOption>
						</fieldset>
						<Button type="submit" size="large" fullWidth loading={saving.isPending}>
							{commonText.save}
						</Button>
					</form>
				)}
			</ContactList>
		</Dialog>
	);
}

interface BuyerOptionProps {
	isChecked: boolean;
	onChoose: () => void;
	children: ReactNode;
}

function BuyerOption({ isChecked, onChoose, children }: BuyerOptionProps) {
	const id = useId();
	return (
		<label htmlFor={id} className="flex min-h-14 cursor-pointer items-center gap-3 py-2">
			<input
				id={id}
				type="radio"
				name="buyer"
				checked={isChecked}
				onChange={onChoose}
				className="size-5 shrink-0 accent-leaf"
			/>
			{children}
		</label>
	);
}
