import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Enrollment, Proof } from '../../../contract/enrollments.ts';
import { copyText } from '../../sharing/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { accountNumberIn } from './account-number.ts';
import { ProofForm } from './proof-form.tsx';

type Bank = NonNullable<NonNullable<Enrollment['payment']>['bank']>;

interface PayByTransferProps {
	id: string;
	price: string;
	bank: Bank;
	proofs: readonly Proof[];
}

/** Where to transfer the money, and the proof that it was. */
export function PayByTransfer({ id, price, bank, proofs }: PayByTransferProps) {
	const account = accountNumberIn(bank.details);
	return (
		<Card className="flex flex-col gap-6 p-5 md:p-6">
			<section aria-labelledby="transfer">
				<h2 id="transfer" className="text-18">
					Pay by bank transfer
				</h2>
				<p className="mt-1 text-quiet">
					Transfer the exact amount, and write the reference into the description: it tells us whose money it is.
				</p>
				<dl className="mt-4 divide-y divide-line rounded-control bg-sunken px-4">
					<Detail name="Account" value={bank.details} copied={account ?? bank.details} what="account number">
						<span className="whitespace-pre-line">{bank.details}</span>
					</Detail>
					<Detail name="Amount" value={price} copied={price.replace(/\D/g, '')} what="amount" />
					<Detail name="Reference" value={bank.reference} copied={bank.reference} what="reference" />
				</dl>
			</section>
			<ProofForm id={id} sent={proofs} />
		</Card>
	);
}

interface DetailProps {
	name: string;
	value: string;
	/** What is put on the clipboard. */
	copied: string;
	/** How that is called. */
	what: string;
	children?: ReactNode;
}

function Detail({ name, value, copied, what, children }: DetailProps) {
	async function copy() {
		if (await copyText(copied)) toast(`${what.replace(/^./, (letter) => letter.toUpperCase())} copied`);
		else toast('Your browser does not copy. Hold the text to select it.', 'error');
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5">
			<dt className="text-12 text-quiet">{name}</dt>
			<dd className="col-start-1 break-words font-semibold tabular-nums select-all">{children ?? value}</dd>
			<dd className="col-start-2 row-span-2 row-start-1">
				<Button look="plain" aria-label={`Copy the ${what}`} onClick={() => void copy()} className="px-3! text-14!">
					<Copy aria-hidden className="size-4" />
					Copy
				</Button>
			</dd>
		</div>
	);
}
