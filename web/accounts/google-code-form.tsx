import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { NetworkError } from '../../contract/client.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { confirmGoogle } from '../../contract/google.ts';
import * as commonText from '../../contract/text/common.ts';
import * as validationText from '../../contract/text/validation.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { CodeField } from './code-field.tsx';
import { showProblem } from './form-problems.ts';

interface FormProps {
	onDone: (begun: ResponseOf<typeof confirmGoogle>) => void;
	/** No answer came. */
	onNetworkError: () => void;
}

/** The code of the second factor, after Google has said who it is. */
export function GoogleCodeForm({ onDone, onNetworkError }: FormProps) {
	const api = useApi();
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm({ defaultValues: { code: '' } });
	const sending = useMutation({
		mutationFn: (body: { code: string }) => api.confirmGoogle({ body }),
		onMutate: () => setRefusal(null),
		onSuccess: onDone,
		onError: (error) => {
			if (error instanceof NetworkError) onNetworkError();
			else setRefusal(showProblem(error, ['code'], form.setError));
		},
	});
	return (
		<form noValidate onSubmit={form.handleSubmit((body) => sending.mutate(body))} className="flex flex-col gap-5">
			<CodeField
				error={form.formState.errors.code?.message}
				{...form.register('code', { required: validationText.codeMissing })}
			/>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" wide loading={sending.isPending}>
				{commonText.continueOn}
			</Button>
		</form>
	);
}
