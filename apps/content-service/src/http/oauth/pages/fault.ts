/** Parts of templates whose variable `fault` says why the last attempt was refused. */
export const FAULT = `
  <% if (it.fault !== undefined) { %>
    <p class="fault" role="alert" id="fault"><%= it.fault %></p>
  <% } %>`;

/** The attribute of the form that `FAULT` is about. */
export const DESCRIBED_BY_FAULT = '<% if (it.fault !== undefined) { %> aria-describedby="fault"<% } %>';
