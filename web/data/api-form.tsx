import { useMutation } from '@tanstack/react-query';
import {
	type ComponentProps,
	type FormEvent,
	type ReactNode,
	type RefObject,
	useCallback,
	useEffect,
	useRef,
	useState,
} from 'react';
import {
	type DefaultValues,
	type FieldErrors,
	type FieldValues,
	type Path,
	type RegisterOptions,
	type ResolverResult,
	type UseFormRegisterReturn,
	type UseFormReturn,
	useForm,
} from 'react-hook-form';
import { NetworkError } from '../../contract/core/client.ts';
import * as messages from '../../contract/core/messages.ts';
import { isApiError } from '../platform/api-error.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { FormError } from '../ui/form-error.tsx';
import { toast } from '../ui/toast.ts';

/** A zod schema or a compatible validator. */
export interface FormSchema<Parsed> {
	safeParse: (
		values: unknown,
	) =>
		| { success: true; data: Parsed; error?: undefined }
		| { success: false; data?: undefined; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
}

interface ApiFormOptions<Fields extends FieldValues, Parsed, Response> {
	schema: FormSchema<Parsed>;
	defaultValues: Fields;
	/** Loaded values, which replace the default values. */
	values?: Fields | undefined;
	/** Maps the name of a field in the schema or in an API error to the form's field, if the names differ. */
	toField?: (name: string) => Path<Fields> | undefined;
	send: (parsed: Parsed) => Promise<Response>;
	onDone?: (response: Response, parsed: Parsed) => unknown;
	/** Called with an error of the call, before the form shows the error. */
	onError?: (error: unknown) => void;
	/** Called if the schema rejects fields. The form then sends nothing. */
	onInvalid?: (errors: FieldErrors<Fields>) => void;
	/** Returns the message above the button for an error without a field, or null. By default, a network error shows a toast. */
	toMessage?: (error: unknown) => string | null;
}

type FormMethods = 'formState' | 'getValues' | 'register' | 'reset' | 'setFocus' | 'setValue' | 'trigger' | 'watch';

export interface ApiFormState<Fields extends FieldValues> extends Pick<UseFormReturn<Fields>, FormMethods> {
	field: <Name extends Path<Fields>>(
		name: Name,
		rules?: RegisterOptions<Fields, Name>,
	) => UseFormRegisterReturn<Name> & { error: string | undefined };
	element: RefObject<HTMLFormElement | null>;
	submit: (event?: FormEvent) => Promise<unknown>;
	isSending: boolean;
	/** Message of an error that concerns no field of the form, or null. */
	message: string | null;
	clearMessage: () => void;
	/** Props of the submit button. Disabled before hydration, when the browser itself would send a password in the URL. */
	button: { type: 'submit'; disabled: boolean; loading: boolean };
}

/**
 * A form that calls the API. Errors of fields appear next to the fields, and the first such field gets the focus. Other errors appear above
 * the button. An error keeps the input. While a call is running, the form sends nothing else.
 */
export function useApiForm<Fields extends FieldValues, Parsed, Response>(
	options: ApiFormOptions<Fields, Parsed, Response>,
): ApiFormState<Fields> {
	const {
		schema,
		defaultValues,
		values,
		toField,
		send,
		onDone,
		onError,
		onInvalid,
		toMessage = toErrorMessage,
	} = options;
	const element = useRef<HTMLFormElement>(null);
	const isRunning = useRef(false);
	const isHydrated = useHydrated();
	const [failure, setFailure] = useState<Failure>(noFailure);

	/** Returns the form's field for a field name of the schema or the API. Returns undefined if the form does not render the field. */
	function findFormField(name: string): Path<Fields> | undefined {
		const field = toField ? toField(name) : (name as Path<Fields>);
		return field !== undefined && element.current?.elements.namedItem(field) ? field : undefined;
	}

	const {
		clearErrors,
		formState,
		getValues,
		register,
		reset,
		setError,
		setFocus,
		setValue,
		trigger,
		watch,
		handleSubmit,
	} = useForm<Fields, unknown, Parsed>({
		defaultValues: defaultValues as DefaultValues<Fields>,
		...(values && { values }),
		resolver: (input) => validate(schema, input, findFormField),
		shouldFocusError: false,
	});

	function showError(error: unknown) {
		onError?.(error);
		const fieldErrors = isApiError(error) ? Object.entries(error.problem.fields ?? {}) : [];
		const fields: string[] = [];
		const others: string[] = [];
		for (const [name, message] of fieldErrors) {
			const field = findFormField(name);
			if (field !== undefined) {
				setError(field, { message });
				fields.push(field);
			} else others.push(message);
		}
		setFailure({ fields, message: others[0] ?? (fields.length === 0 ? toMessage(error) : null) });
	}

	const sending = useMutation({
		mutationFn: send,
		onMutate: () => setFailure(noFailure),
		onSuccess: (response, parsed) => onDone?.(response, parsed),
		onError: showError,
		onSettled: () => {
			isRunning.current = false;
		},
	});
	const isSending = sending.isPending;
	const clearMessage = useCallback(() => {
		setFailure(noFailure);
		clearErrors('root');
	}, [clearErrors]);

	// Moves the focus to the first field with an error only after the call, because disabled fields cannot get the focus.
	useEffect(() => {
		if (!isSending) focusFirst(element.current, failure.fields);
	}, [failure, isSending]);

	return {
		formState,
		getValues,
		register,
		reset,
		setFocus,
		setValue,
		trigger,
		watch,
		field: (name, rules) => ({
			...register(name, rules),
			error: formState.errors[name]?.message as string | undefined,
		}),
		element,
		submit: handleSubmit(
			(parsed) => {
				if (isRunning.current) return;
				isRunning.current = true;
				sending.mutate(parsed);
			},
			(errors) => {
				onInvalid?.(errors);
				focusFirst(element.current, Object.keys(errors));
			},
		),
		isSending,
		message: formState.errors.root?.message ?? failure.message,
		clearMessage,
		button: { type: 'submit', disabled: !isHydrated, loading: isSending },
	};
}

interface Failure {
	fields: readonly string[];
	message: string | null;
}

/** Focuses the first of the named fields in DOM order, which may differ from the order of registration. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]) {
	const controls = [...(form?.elements ?? [])] as HTMLElement[];
	controls.find((control) => names.includes(control.getAttribute('name') ?? ''))?.focus();
}

const noFailure: Failure = { fields: [], message: null };

function toErrorMessage(error: unknown): string | null {
	if (!(error instanceof NetworkError)) return getErrorMessage(error);
	toast(messages.networkError, 'error');
	return null;
}

function validate<Fields extends FieldValues, Parsed>(
	schema: FormSchema<Parsed>,
	input: Fields,
	findFormField: (name: string) => Path<Fields> | undefined,
): ResolverResult<Fields, Parsed> {
	const result = schema.safeParse(input);
	if (result.success) return { values: result.data, errors: {} };
	const errors: Record<string, { type: string; message: string }> = {};
	for (const { path, message } of result.error.issues) {
		errors[findFormField(String(path[0])) ?? 'root'] ??= { type: 'invalid', message };
	}
	return { values: {}, errors: errors as FieldErrors<Fields> };
}

interface ApiFormProps extends Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> {
	form: Pick<ApiFormState<FieldValues>, 'element' | 'submit' | 'message' | 'button'>;
	/** Label of the submit button, or custom buttons. */
	submit: ReactNode;
	children: ReactNode;
}

/** Renders the fields, the error and the button of a form from `useApiForm`. */
export function ApiForm({ form, submit, className = 'gap-5', children, ...rest }: ApiFormProps) {
	return (
		<form
			ref={form.element}
			noValidate
			onSubmit={form.submit}
			className={classes('flex flex-col', className)}
			{...rest}
		>
			{children}
			<FormError>{form.message}</FormError>
			{typeof submit === 'string' ? (
				<Button {...form.button} size="large" fullWidth>
					{submit}
				</Button>
			) : (
				submit
			)}
		</form>
	);
}
