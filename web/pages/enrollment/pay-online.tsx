import { useMutation } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import * as enrollmentText from '../../../text/web/enrollment.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';

export function PayOnline({ id, price }: { id: string; price: string }) {
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
