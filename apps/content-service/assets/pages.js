/* What the pages can do more with scripts. It is part of each page, whose policy allows this text alone (`buildPagePolicy`). */

/* Times of the server are in UTC; here they are those of the reader. */
const time = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
for (const element of document.querySelectorAll('time'))
  element.textContent = time.format(new Date(element.dateTime));

for (const label of document.querySelectorAll('.reveal')) {
  const { form } = label.control;
  const passwords = form.querySelectorAll('input[type="password"]');
  const show = () => {
    for (const input of passwords) input.type = label.control.checked ? 'text' : 'password';
  };
  label.hidden = false;
  label.control.addEventListener('change', show);
  /* Browsers keep what is typed into inputs of text, and offer it later. */
  form.addEventListener('submit', () => {
    label.control.checked = false;
    show();
  });
}

/** Shows why a form was refused, and keeps what is typed in. */
const showRefusal = (form, page) => {
  const fault = page.getElementById('fault');
  if (fault === null) {
    document.body.replaceWith(page.body);
    return;
  }
  document.getElementById('fault')?.remove();
  form.before(fault);
  form.setAttribute('aria-describedby', 'fault');
};

const send = async (form) => {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' });
  if (answer.type === 'opaqueredirect') location.assign(form.dataset.next);
  else showRefusal(form, new DOMParser().parseFromString(await answer.text(), 'text/html'));
};

/* Forms with the address that they lead to. When the service cannot be reached, the browser says so. */
for (const form of document.querySelectorAll('form[data-next]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form).catch(() => form.submit());
  });
