import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Enrollment } from '../../../contract/enrollments/enrollments.ts';
import * as enrollmentText from '../../../text/web/enrollment.ts';
import { paymentCheckQuery, useCacheEnrollment } from '../../enrollments/queries.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PayByTransfer } from './pay-by-transfer.tsx';
import { PayOnline } from './pay-online.tsx';

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
