import { useMutation, useQuery } from '@tanstack/react-query';
import { Clock, Copy, Lock } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Enrollment, PaymentProof } from '../../../contract/enrollments/enrollments.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as enrollmentText from '../../../text/web/enrollment.ts';
import { paymentCheckQuery, useCacheEnrollment } from '../../enrollments/queries.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { copyText } from '../../sharing/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { findAccountNumber } from './account-number.ts';
import { ProofForm } from './proof-form.tsx';

/** Shows the payment methods, or the check of a payment that was just made. */
export function Payment({ enrollment }: { enrollment: Enrollment }) {
	const api = useApi();
	const cacheEnrollment = useCacheEnrollment();
	const [params] = useSearchParams();
	// The payment page adds one of these query parameters to the return address.
	const reference = params.get('reference') ?? params.get('trxref');
	const paymentCheck = useQuery({
		...paymentCheckQuery(api, enrollment.id, { reference: reference ?? '', onPaid: cacheEnrollment }),
		enabled: reference !== null,
	});
	if (reference !== null && paymentCheck.isFetching) return <WaitingForPayment />;
	const { payment, price } = enrollment;
	return (
		<>
			{reference !== null && (
				<Card className="flex flex-col items-start gap-3 border-marigold border-l-4 p-5">
					<div role="status">
						<h2 className="flex items-center gap-2 text-18">
							<Clock aria-hidden className="size-5 text-marigold" />
							{enrollmentText.paymentMissingTitle}
						</h2>
						<p className="mt-1 text-quiet">
							{paymentCheck.isError ? getErrorMessage(paymentCheck.error) : enrollmentText.paymentMissingHint}
						</p>
					</div>
					<Button variant="quiet" onClick={() => void paymentCheck.refetch()}>
						{enrollmentText.checkPayment}
					</Button>
				</Card>
			)}
			{payment?.online && <PayOnline id={enrollment.id} price={price} />}
			{payment?.bank && <PayByTransfer id={enrollment.id} price={price} bank={payment.bank} proofs={payment.proofs} />}
			{!payment?.online && !payment?.bank && (
				<Card className="p-5 md:p-6">
					<h2 className="text-18">{enrollmentText.noPaymentTitle}</h2>
					<p className="mt-1 text-quiet">{enrollmentText.noPaymentHint(price)}</p>
				</Card>
			)}
		</>
	);
}

function WaitingForPayment() {
	return (
		<Card className="flex flex-col items-center px-5 py-8 text-center">
			<Spinner label={enrollmentText.waitingForPayment} />
			<h2 className="text-18">{enrollmentText.waitingTitle}</h2>
			<p className="mt-1 max-w-md text-quiet">{enrollmentText.waitingHint}</p>
		</Card>
	);
}

function PayOnline({ id, price }: { id: string; price: string }) {
	const api = useApi();
	const paying = useMutation({
		mutationFn: () => api.payEnrollment({ params: { id } }),
		onSuccess: ({ authorization_url }) => location.assign(authorization_url),
	});
	const { reset } = paying;
	useEffect(() => {
		// The back/forward cache restores the page with a busy button, so the button is reset.
		function onShow({ persisted }: PageTransitionEvent) {
			if (persisted) reset();
		}
		window.addEventListener('pageshow', onShow);
		return () => window.removeEventListener('pageshow', onShow);
	}, [reset]);
	const isRedirecting = paying.isPending || paying.isSuccess;
	return (
		<Card className="flex flex-col gap-4 p-5 md:p-6">
			<div>
				<h2 className="text-18">{enrollmentText.payOnline}</h2>
				<p className="mt-1 text-quiet">{enrollmentText.payOnlineHint}</p>
			</div>
			<FormError>{paying.isError && getErrorMessage(paying.error)}</FormError>
			<Button size="large" loading={isRedirecting} onClick={() => paying.mutate()} className="md:self-start">
				{isRedirecting ? enrollmentText.openingPayment : enrollmentText.pay(price)}
			</Button>
			<p className="flex items-start gap-2 text-14 text-quiet">
				<Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
				{enrollmentText.paystackHint}
			</p>
		</Card>
	);
}

type Bank = NonNullable<NonNullable<Enrollment['payment']>['bank']>;

interface PayByTransferProps {
	id: string;
	price: string;
	bank: Bank;
	proofs: readonly PaymentProof[];
}

function PayByTransfer({ id, price, bank, proofs }: PayByTransferProps) {
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
