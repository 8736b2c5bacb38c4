import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Enrollment, PaymentProof } from '../../../contract/enrollments/enrollments.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as enrollmentText from '../../../text/web/enrollment.ts';
import { copyText } from '../../sharing/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { findAccountNumber } from './account-number.ts';
import { ProofForm } from './proof-form.tsx';

type Bank = NonNullable<NonNullable<Enrollment['payment']>['bank']>;

interface PayByTransferProps {
	id: string;
	price: string;
	bank: Bank;
	proofs: readonly PaymentProof[];
}

export function PayByTransfer({ id, price, bank, proofs }: PayByTransferProps) {
	const account = findAccountNumber(bank.details);
	return (
		<Card className="flex flex-col gap-6 p-5 md:p-6">
			<section aria-labelledby="transfer">
				<h2 id="transfer" className="text-18">
					{enrollmentText.transferTitle}
				</h2>
				<p className="mt-1 text-quiet">{enrollmentText.transferHint}</p>
				<dl className="mt-4 divide-y divide-line rounded-control bg-sunken px-4">
					<CopyableDetail words={enrollmentText.transfer.account} value={bank.details} copied={account ?? bank.details}>
						<span className="whitespace-pre-line">{bank.details}</span>
					</CopyableDetail>
					<CopyableDetail words={enrollmentText.transfer.amount} value={price} copied={price.replace(/\D/g, '')} />
					<CopyableDetail words={enrollmentText.transfer.reference} value={bank.reference} copied={bank.reference} />
				</dl>
			</section>
			<ProofForm id={id} sent={proofs} />
		</Card>
	);
}

interface CopyableDetailProps {
	words: (typeof enrollmentText.transfer)[keyof typeof enrollmentText.transfer];
	value: string;
	copied: string;
	children?: ReactNode;
}

function CopyableDetail({ words, value, copied, children }: CopyableDetailProps) {
	async function copy() {
		if (await copyText(copied)) toast(words.copied);
		else toast(enrollmentText.copyFailed, 'error');
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5">
			<dt className="text-12 text-quiet">{words.name}</dt>
			<dd className="col-start-1 break-words font-semibold tabular-nums select-all">{children ?? value}</dd>
			<dd className="col-start-2 row-span-2 row-start-1">
				<Button variant="plain" aria-label={words.copy} onClick={() => void copy()} className="px-3! text-14!">
					<Copy aria-hidden className="size-4" />
					{commonText.copy}
				</Button>
			</dd>
		</div>
	);
}
