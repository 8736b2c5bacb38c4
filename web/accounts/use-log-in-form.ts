import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { logInForm, type Session } from '../../contract/accounts.ts';
import { ApiError } from '../../contract/client.ts';
import { getDeviceKey } from './device-key.ts';
import { showProblem } from './form-problems.ts';

interface LogInFields {
	email: string;
	password: string;
	code?: string | undefined;
	device_key?: string | undefined;
}

export interface LogInFormParts {
	send: (body: LogInFields) => Promise<Session>;
	onDone: (session: Session) => void;
	/** Told of what went wrong, beside what the form says of it. */
	onError: (error: unknown) => void;
}

/** What both logins share: they ask for the code of the second factor once the server has asked for it. */
export function useLogInForm({ send, onDone, onError }: LogInFormParts) {
	const [refusal, setRefusal] = useState<string | null>(null);
	const [asksForCode, setAsksForCode] = useState(false);
	const form = useForm<LogInFields>({
		resolver: zodResolver(logInForm),
		defaultValues: { email: '', password: '' },
		shouldUnregister: false,
	});
	const { setFocus } = form;
	useEffect(() => {
		if (asksForCode) setFocus('code');
	}, [asksForCode, setFocus]);
	const sending = useMutation({
		mutationFn: (fields: LogInFields) => send({ ...fields, device_key: getDeviceKey() }),
		onMutate: () => setRefusal(null),
		onSuccess: onDone,
		onError: (error) => {
			// Nothing went wrong yet: the field that comes says what it wants.
			if (error instanceof ApiError && error.problem.fields?.code !== undefined && !asksForCode) setAsksForCode(true);
			else if (error instanceof ApiError) {
				setRefusal(showProblem(error, ['email', 'password', 'code'], form.setError));
			}
			onError(error);
		},
	});
	return { form, sending, refusal, asksForCode };
}
