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
const showFault = (form, fault) => {
  document.getElementById('fault')?.remove();
  form.before(fault);
  form.setAttribute('aria-describedby', 'fault');
};

/** The answer to a form that is sent by a script names the next page instead of leading to it (`PageSender.redirectLocal`). */
const send = async (form) => {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: 'POST', body, headers: { 'X-Requested-With': 'fetch' } });
  if (answer.status === 204) {
    location.assign(answer.headers.get('Location'));
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fault = page.getElementById('fault');
  if (fault === null) document.body.replaceWith(page.body);
  else showFault(form, fault);
};

/* Forms that keep what is typed in; their attribute is the message for an answer that does not come. */
for (const form of document.querySelectorAll('form[data-unreachable]'))
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      await send(form);
    } catch {
      const fault = document.createElement('p');
      const textContent = form.dataset.unreachable;
      showFault(form, Object.assign(fault, { id: 'fault', className: 'fault', role: 'alert', textContent }));
    } finally {
      button.disabled = false;
    }
  });
