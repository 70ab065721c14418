'use strict';
/* Filters for the tables marked data-filter: a choice per named column and a text.  The choice is
 * kept in the address (#clauses?verdict=fail&text=sack), so that a view can be sent as a link.
 * Without this script every row stands there. */
(function () {
	var bars = {};

	function values(rows, key) {
		var seen = {};
		rows.forEach(function (row) { seen[row.dataset[key]] = true; });
		return Object.keys(seen).sort();
	}

	function select(rows, key) {
		var s = document.createElement('select');
		s.name = key;
		s.add(new Option('any', ''));
		values(rows, key).forEach(function (v) { s.add(new Option(v, v)); });
		return s;
	}

	function labelled(text, input) {
		var l = document.createElement('label');
		l.append(text + ' ', input);
		return l;
	}

	function show(bar) {
		var shown = 0;
		bar.rows.forEach(function (row) {
			row.hidden = !bar.inputs.every(function (i) {
				return i.name === 'text' ?
					row.textContent.toLowerCase().includes(i.value.toLowerCase()) :
					i.value === '' || row.dataset[i.name] === i.value;
			});
			shown += !row.hidden;
		});
		bar.count.textContent = shown + ' of ' + bar.rows.length;
	}

	function remember(bar) {
		var query = new URLSearchParams();
		bar.inputs.forEach(function (i) { if (i.value) query.set(i.name, i.value); });
		history.replaceState(null, '', '#' + bar.id + (query.toString() ? '?' + query : ''));
	}

	function recall() {
		var parts = location.hash.slice(1).split('?'), bar = bars[parts[0]];
		if (!bar || parts.length < 2)
			return;
		var query = new URLSearchParams(parts[1]);
		bar.inputs.forEach(function (i) { i.value = query.get(i.name) || ''; });
		show(bar);
		document.getElementById(bar.id).scrollIntoView();
	}

	function build(table) {
		var rows = Array.from(table.tBodies[0].rows);
		var text = document.createElement('input');
		var bar = { id: table.closest('section').id, rows: rows, inputs: [],
			    count: document.createElement('output') };
		var div = document.createElement('div');
		div.className = 'filter';
		table.dataset.filter.split(' ').forEach(function (key) {
			var s = select(rows, key);
			bar.inputs.push(s);
			div.append(labelled(key, s));
		});
		text.name = 'text';
		text.type = 'search';
		bar.inputs.push(text);
		div.append(labelled('text', text), bar.count);
		div.addEventListener('input', function () { show(bar); remember(bar); });
		table.before(div);
		bars[bar.id] = bar;
		show(bar);
	}

	document.querySelectorAll('table[data-filter]').forEach(build);
	window.addEventListener('hashchange', recall);
	recall();
}());
