// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

/*
 * Haulage of timber from forest to mill, without a broker.
 *
 *   Posted   a forester has posted a load and paid the freight in
 *   Taken    a haulier has taken it and left a bond
 *   Dropped  the haulier has returned it before loading; the freight is still here
 *   Carried  the mill has confirmed the arrival; freight and bond went to the haulier
 *   Lapsed   it was not carried in time; freight and bond went to the forester
 *   Recalled the forester has recalled it before anyone took it; the freight went back
 *
 * A dropped load can be posted again, without paying a second time.
 */
contract TimberHaul {
    enum Stage {
        None,
        Posted,
        Taken,
        Dropped,
        Carried,
        Lapsed,
        Recalled
    }

    struct Load {
        address forester;
        Stage stage;
        uint16 cubicMetres;
        uint40 dueBy;
        address haulier;
        uint96 freight;
        address mill;
        uint96 bond;
    }

    /// Part of the freight that a haulier leaves as a bond.
    uint256 public constant BOND_PERCENT = 25;
    /// What a haulier forfeits to the forester for dropping a load.
    uint256 public constant DROP_PERCENT = 10;
    uint40 public constant LONGEST = 60 days;

    Load[] private loads;
    mapping(address => uint256) public credit;

    event Posted(uint256 indexed id, address indexed forester, uint256 freight, uint40 dueBy);
    event Moved(uint256 indexed id, Stage stage);
    event Credited(address indexed to, uint256 amount);
    event CashedOut(address indexed by, uint256 amount);

    error NotFor(address caller);
    error AtStage(Stage stage);
    error BadTerms();
    error BondIs(uint256 bond);
    error Unpaid();

    modifier at(uint256 id, Stage stage) {
        if (loads[id].stage != stage) revert AtStage(loads[id].stage); //~ BENIGN CTRL_FLOW most steps name the one stage they start from
        _;
    }

    modifier by(address who) {
        if (msg.sender != who) revert NotFor(msg.sender);
        _;
    }

    function load(uint256 id) external view returns (Load memory) {
        return loads[id];
    }

    function post(uint16 cubicMetres, uint40 term, address mill) external payable returns (uint256 id) {
        if (cubicMetres == 0 || msg.value < 1 gwei || msg.value > type(uint96).max) revert BadTerms(); //~ BENIGN INPUT_VAL the freight fits its field
        id = loads.length;
        loads.push(
            Load({
                forester: msg.sender,
                stage: Stage.Posted,
                cubicMetres: cubicMetres,
                dueBy: _due(term),
                haulier: address(0),
                freight: uint96(msg.value),
                mill: mill,
                bond: 0
            })
        );
        emit Posted(id, msg.sender, msg.value, _due(term));
    }

    /// Posts a load again that a haulier has dropped.
    function repost(uint256 id, uint40 term) external by(loads[id].forester) { //~ INSUFF_GUARD ACCESS_CTRL forester and haulier may be the same party
        Load storage l = loads[id];
        if (l.stage < Stage.Dropped) revert AtStage(l.stage); //~ ROOT_CAUSE CTRL_FLOW the stages after it have paid the freight out already
        l.dueBy = _due(term);
        _move(id, Stage.Posted); //~ ROOT_CAUSE STATE_MOD posted with a freight that nobody has paid
        emit Posted(id, l.forester, l.freight, l.dueBy);
    }

    function take(uint256 id) external payable at(id, Stage.Posted) {
        Load storage l = loads[id];
        uint256 bond = (uint256(l.freight) * BOND_PERCENT) / 100;
        if (msg.value != bond) revert BondIs(bond);
        if (block.timestamp >= l.dueBy) revert BadTerms(); //~ UNRELATED TIMESTAMP a term of days
        l.haulier = msg.sender;
        l.bond = uint96(bond);
        _move(id, Stage.Taken);
    }

    function drop(uint256 id) external at(id, Stage.Taken) by(loads[id].haulier) {
        Load storage l = loads[id];
        if (block.timestamp >= l.dueBy) revert BadTerms();
        uint256 bond = l.bond;
        uint256 forfeit = (bond * DROP_PERCENT) / 100;
        (l.bond, l.haulier) = (0, address(0)); //~ BENIGN STATE_MOD the bond leaves the load with the haulier
        _move(id, Stage.Dropped);
        _credit(l.forester, forfeit);
        _credit(msg.sender, bond - forfeit);
    }

    function confirm(uint256 id) external at(id, Stage.Taken) by(loads[id].mill) {
        Load storage l = loads[id];
        _move(id, Stage.Carried);
        _credit(l.haulier, uint256(l.freight) + l.bond); //~ PREREQ FUND_XFER the amount stays written in the load
    }

    function lapse(uint256 id) external at(id, Stage.Taken) by(loads[id].forester) {
        Load storage l = loads[id];
        if (block.timestamp < l.dueBy) revert BadTerms();
        _move(id, Stage.Lapsed);
        _credit(l.forester, uint256(l.freight) + l.bond);
    }

    function recall(uint256 id) external by(loads[id].forester) {
        Load storage l = loads[id];
        if (l.stage != Stage.Posted && l.stage != Stage.Dropped) revert AtStage(l.stage); //~ BENIGN CTRL_FLOW the two stages that hold a freight and no bond
        _move(id, Stage.Recalled);
        _credit(msg.sender, l.freight); //~ PREREQ FUND_XFER a posted load is taken to be a paid one
    }

    function cashOut() external {
        uint256 amount = credit[msg.sender];
        credit[msg.sender] = 0; //~ BENIGN STATE_MOD cleared before the payment
        emit CashedOut(msg.sender, amount);
        (bool ok,) = msg.sender.call{value: amount}("");
        if (!ok) revert Unpaid();
    }

    function _move(uint256 id, Stage stage) private {
        loads[id].stage = stage;
        emit Moved(id, stage);
    }

    function _credit(address to, uint256 amount) private {
        credit[to] += amount;
        emit Credited(to, amount);
    }

    function _due(uint40 term) private view returns (uint40) {
        if (term == 0 || term > LONGEST) revert BadTerms();
        return uint40(block.timestamp) + term;
    }
}
