// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

library Uint {
    function plus(uint a, uint b) internal pure returns (uint) {
        uint c = a + b;
        assert(c >= a);
        return c;
    }

    function minus(uint a, uint b) internal pure returns (uint) {
        assert(a >= b);
        return a - b;
    }

    function times(uint a, uint b) internal pure returns (uint) {
        uint c = a * b;
        assert(a == 0 || c / a == b);
        return c;
    }
}

/* ------------------------------------------------------------------------------------------
   SeedlingCrateStock: who has how many crates in the cold store of the nursery.

   A nursery brings crates of seedlings in, sells them to growers, and growers send them on to
   other growers. A crate that is fetched from the store leaves the books. The store charges a
   small fee in ether for each crate it hands out.
   ------------------------------------------------------------------------------------------ */
contract SeedlingCrateStock {
    using Uint for uint;

    string public name = "Seedling crates";
    uint8 public decimals = 0;

    address public nursery;
    uint public handlingFee;
    uint public constant LONGEST_LIST = 64;

    uint public inStore;
    mapping (address => uint) public crates;
    mapping (address => mapping (address => uint)) public lent;     // lent[owner][carrier]
    mapping (address => bool) public barred;

    event BroughtIn(uint count);
    event Moved(address indexed from, address indexed to, uint count);
    event Lent(address indexed owner, address indexed carrier, uint count);
    event Fetched(address indexed grower, uint count, uint fee);
    event Barred(address indexed grower, bool isBarred);

    modifier onlyNursery { require(msg.sender == nursery); _; }
    modifier inGoodStanding { require(!barred[msg.sender]); _; }

    constructor(uint _crates, uint _handlingFee) public {
        nursery = msg.sender;
        handlingFee = _handlingFee;
        bring(_crates);
    }

    /* ---- the nursery ---- */

    function bring(uint _count) public onlyNursery {
        inStore = inStore.plus(_count);                             //~ BENIGN ARITHMETIC checked sum
        crates[nursery] += _count;                                  //~ BENIGN ARITHMETIC not above inStore, which was just checked
        emit BroughtIn(_count);
    }

    function setHandlingFee(uint _fee) public onlyNursery { handlingFee = _fee; }

    function bar(address _grower, bool _barred) public onlyNursery {
        barred[_grower] = _barred;
        emit Barred(_grower, _barred);
    }

    function collectFees() public onlyNursery { nursery.transfer(address(this).balance); }

    /* ---- the growers ---- */

    function dispatch(address _to, uint _count) public inGoodStanding returns (bool) {
        shift(msg.sender, _to, _count);
        return true;
    }

    /// Sends the same number of crates to every grower of a list.
    function sendEach(address[] _to, uint _each) public inGoodStanding returns (bool) {
        require(_to.length > 0 && _to.length <= LONGEST_LIST);
        uint all = _each.times(_to.length);                         //~ BENIGN ARITHMETIC checked product
        require(_each > 0 && crates[msg.sender] >= all);            //~ BENIGN INPUT_VAL the sum is what will be handed out
        crates[msg.sender] = crates[msg.sender].minus(all);         //~ BENIGN ARITHMETIC checked difference
        for (uint i = 0; i < _to.length; i++) {                     //~ BENIGN CTRL_FLOW short list
            crates[_to[i]] = crates[_to[i]].plus(_each);            //~ BENIGN STATE_MOD checked sum
            emit Moved(msg.sender, _to[i], _each);
        }
        return true;
    }

    function lend(address _carrier, uint _count) public returns (bool) {
        lent[msg.sender][_carrier] = _count;
        emit Lent(msg.sender, _carrier, _count);
        return true;
    }

    function sendFrom(address _from, address _to, uint _count) public inGoodStanding returns (bool) {
        require(!barred[_from]);
        lent[_from][msg.sender] = lent[_from][msg.sender].minus(_count);
        shift(_from, _to, _count);
        return true;
    }

    /// Takes crates out of the store, for the handling fee.
    function fetch(uint _count) public payable inGoodStanding {
        require(msg.value == handlingFee.times(_count));            //~ BENIGN ARITHMETIC checked product
        crates[msg.sender] = crates[msg.sender].minus(_count);
        inStore = inStore.minus(_count);                            //~ BENIGN ARITHMETIC no more leaves than is there
        emit Fetched(msg.sender, _count, msg.value);
    }

    function shift(address _from, address _to, uint _count) internal {
        require(_to != address(0));
        crates[_from] = crates[_from].minus(_count);
        crates[_to] = crates[_to].plus(_count);
        emit Moved(_from, _to, _count);
    }
}
