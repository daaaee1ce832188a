// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// Acorn: savings jars for one purpose each, a bicycle, a journey, a wedding.
//
// AcornJars makes a jar as a minimal proxy of one template and fills its fields in the same transaction. A jar takes ether
// from anyone. Its saver takes it out: from the opening date on, or at any time if the jar was made without a date.

contract Jar {
    address public saver;
    uint64 public opensAt; // zero: no date
    address public nextSaver;
    string public purpose;

    uint256 public collected;
    mapping(address giver => uint256) public givenBy;

    event Filled(address indexed saver, uint64 opensAt, string purpose);
    event Given(address indexed giver, uint256 amount, string card);
    event Taken(address indexed to, uint256 amount);
    event Postponed(uint64 opensAt);
    event Offered(address indexed nextSaver);
    event HandedOver(address indexed saver);

    error FilledAlready();
    error NoSaver();
    error BadDate(uint64 opensAt);
    error SaverOnly(address caller);
    error NotOffered(address caller);
    error OpensLater(uint64 opensAt);
    error NotTaken();

    modifier onlySaver() {
        if (msg.sender != saver) revert SaverOnly(msg.sender);
        _;
    }

    constructor() {
        saver = address(this); //~ BENIGN INIT the template is nobody's jar
        opensAt = type(uint64).max;
    }

    /// Fills the fields of a new jar.
    function initialize(address saver_, uint64 opensAt_, string calldata purpose_) external {
        if (opensAt != 0) revert FilledAlready(); //~ ROOT_CAUSE INIT zero is also what a filled jar without a date has
        if (saver_ == address(0)) revert NoSaver(); //~ INSUFF_GUARD INPUT_VAL looks at the new saver only
        if (opensAt_ != 0 && opensAt_ <= block.timestamp) revert BadDate(opensAt_); //~ PREREQ INPUT_VAL a jar may be made without a date
        saver = saver_; //~ ROOT_CAUSE STATE_MOD replaces the saver of a jar in use
        opensAt = opensAt_;
        purpose = purpose_;
        emit Filled(saver_, opensAt_, purpose_);
    }

    receive() external payable {
        _give("");
    }

    function give(string calldata card) external payable {
        _give(card);
    }

    /// Takes `amount` out of the jar.
    function take(address payable to, uint256 amount) external onlySaver { //~ PREREQ ACCESS_CTRL trusts the field that can be filled again
        if (block.timestamp < opensAt) revert OpensLater(opensAt); //~ UNRELATED TIMESTAMP a date, seconds do not matter
        emit Taken(to, amount);
        (bool ok, ) = to.call{value: amount}(""); //~ BENIGN EXT_CALL no balance of anyone is kept beside the ether itself
        if (!ok) revert NotTaken();
    }

    /// Sets the date, or a later one.
    function postpone(uint64 opensAt_) external onlySaver {
        if (opensAt_ <= opensAt || opensAt_ <= block.timestamp) revert BadDate(opensAt_); //~ BENIGN INPUT_VAL a date only moves away
        opensAt = opensAt_;
        emit Postponed(opensAt_);
    }

    function offer(address nextSaver_) external onlySaver {
        nextSaver = nextSaver_;
        emit Offered(nextSaver_);
    }

    function accept() external {
        if (msg.sender != nextSaver) revert NotOffered(msg.sender); //~ BENIGN ACCESS_CTRL named by the saver
        saver = msg.sender;
        delete nextSaver;
        emit HandedOver(msg.sender);
    }

    function _give(string memory card) private {
        collected += msg.value;
        givenBy[msg.sender] += msg.value;
        emit Given(msg.sender, msg.value, card);
    }
}

contract AcornJars {
    address public immutable template;
    address[] private _jars;
    mapping(address jar => bool) public isJar;

    event Made(address indexed jar, address indexed saver);

    error NotMade();

    constructor() {
        template = address(new Jar());
    }

    /// Makes a jar for `saver`, with or without a first gift.
    function make(address saver, uint64 opensAt, string calldata purpose) external payable returns (address jar) {
        jar = _clone(template);
        _jars.push(jar);
        isJar[jar] = true;
        emit Made(jar, saver);
        Jar(payable(jar)).initialize(saver, opensAt, purpose); //~ BENIGN INIT in the transaction that makes the jar
        if (msg.value > 0) Jar(payable(jar)).give{value: msg.value}(purpose);
    }

    function count() external view returns (uint256) {
        return _jars.length;
    }

    function jarAt(uint256 index) external view returns (address) {
        return _jars[index];
    }

    /// A proxy that delegates everything to `code`, as ERC-1167 has it.
    function _clone(address code) private returns (address made) {
        bytes memory init = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", //~ BENIGN DELEGATE the address is part of the proxy's code
            code,
            hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            made := create(0, add(init, 32), mload(init))
        }
        if (made == address(0)) revert NotMade();
    }
}
